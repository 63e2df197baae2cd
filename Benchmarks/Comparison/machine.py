"""Where and with what a comparison was measured."""

import datetime
import importlib.metadata
import os
import pathlib
import platform
import re
import subprocess


def about(options, kernels):
    """The facts that stand above the figures."""
    rounds = f"{options.rounds} rounds of {options.seconds:g} s" if not options.minutes else f"up to {options.rounds} rounds"
    if options.statistic == "minimum":
        rounds = f"the fastest invocation of {rounds}"
    return {"date": datetime.date.today().isoformat(), "machine": options.machine or machine(), "versions": versions(options),
            "kernels": kernels, "how": f"{rounds}, {options.inputs} inputs, ours with the kernels `{kernels}`"}


def machine():
    """System, processor and how many of its cores there are."""
    name = platform.processor() or platform.machine()
    information = pathlib.Path("/proc/cpuinfo")
    flags = ""
    if information.exists():
        text = information.read_text()
        found = re.search(r"model name\s*:\s*(.*)", text)
        name = found[1] if found else name
        known = {"avx512_vnni": "AVX-512 with VNNI", "avx_vnni": "AVX2 with VNNI", "avx2": "AVX2", "asimddp": "dot products"}
        flags = next((f" ({words})" for flag, words in known.items() if re.search(rf"\b{flag}\b", text)), "")
    elif platform.system() == "Darwin":
        command = ["sysctl", "-n", "machdep.cpu.brand_string"]
        name = subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
    return f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores of {name}{flags}"


def versions(options):
    """What is compared with."""
    found = [f"LiteRT {importlib.metadata.version('ai-edge-litert')}"]
    if options.openvino:
        found.append(f"OpenVINO {importlib.metadata.version('openvino')}")
    return ", ".join(found)
