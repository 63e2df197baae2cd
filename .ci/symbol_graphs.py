"""Symbol graphs of the package's libraries, from the modules of a release build. What `.ci/api` and `.ci/docs` share."""

import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def output(*command):
    """What a command prints. A command that fails ends the script with its messages."""
    result = subprocess.run([str(word) for word in command], cwd=ROOT, capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{result.stdout}{result.stderr}")
    return result.stdout


def tool(name):
    """A program of the toolchain that is not on every path."""
    swift = pathlib.Path(output("which", "swift").strip()).resolve()
    if (swift.parent / name).exists():
        return swift.parent / name
    return output("xcrun", "--find", name).strip()


def products():
    """The names of the library products, in the manifest's order; each has a module of its name."""
    manifest = json.loads(output("swift", "package", "dump-package"))
    return [product["name"] for product in manifest["products"] if "library" in product["type"]]


def build():
    """Brings the release build up to date, unless TFLITE_BUILT says that it is, and returns the folder of its modules: comments
    are read from sources, at the places where the modules say they are."""
    if not os.environ.get("TFLITE_BUILT"):
        output("swift", "build", "-c", "release")
    return pathlib.Path(output("swift", "build", "-c", "release", "--show-bin-path").strip()) / "Modules"


def target_flags():
    """The compiler's flags for this machine."""
    flags = ["-target", json.loads(output("swiftc", "-print-target-info"))["target"]["triple"]]
    if sys.platform == "darwin":
        flags += ["-sdk", output("xcrun", "--show-sdk-path").strip()]
    return flags


def extract(modules, name, folder, *flags):
    """Writes the symbol graphs of module `name` to `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    output(
        tool("swift-symbolgraph-extract"), "-module-name", name, "-I", modules, *target_flags(), "-output-dir", folder,
        "-minimum-access-level", "public", *flags)


def read(folder):
    """The symbol graphs in `folder`, those of the module itself first."""
    paths = sorted(folder.glob("*.symbols.json"), key=lambda path: ("@" in path.name, path.name))
    return [json.loads(path.read_text()) for path in paths]
