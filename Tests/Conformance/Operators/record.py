#!/usr/bin/env python3
"""Records operator cases from LiteRT's reference kernels.

    record.py                     writes the compact set beside this script
    record.py --all --output DIR  writes the whole set
    record.py --coverage          prints the pairs of operator and type without a case
    record.py --probe             prints where the table of accepted types and LiteRT disagree

Needs numpy, ml_dtypes, flatbuffers and ai-edge-litert 2.3 from PyPI. Models are written through the schema's Python
classes, so that types and options are reached that no converter writes. The files have the form that `tflite verify`
reads: little-endian blocks, 64-byte aligned, named by offset and length.
"""

import argparse
import collections
import json
import pathlib
import re
import sys

from fixtures import FAMILIES
from fixtures.accepts import ACCEPTS, REASONS
from fixtures.cases import Case, Collection
from fixtures.kinds import serialized
from fixtures.model import build
from fixtures.reference import record_all

FOLDER = pathlib.Path(__file__).resolve().parent


class Blob:
    """The data of cases; equal blocks are kept once."""

    def __init__(self):
        self.data, self.known = bytearray(), {}

    def put(self, block):
        if block not in self.known:
            self.data.extend(b"\0" * (-len(self.data) % 64))
            self.known[block] = [len(self.data), len(block)]
            self.data.extend(block)
        return self.known[block]


def described(case, finding, blob):
    """The entry of a case in `cases.json`."""
    model, steps, tolerances, kernels = finding
    inputs, _ = case.signature()
    operators = list(dict.fromkeys(node[0] for graph in case.graphs for node in graph.nodes))
    entry = {
        "name": case.name,
        "params": {
            "type": case.kind
        } | ({
            "kernels": kernels
        } if kernels == "builtin" else {}),
        "ops": operators,
        "model": blob.put(model),
    }
    if case.refused:
        entry["inputs"] = [{
            "name": f"input{number}",
            "type": tensor.kind,
            "shape": list(tensor.shape),
            "data": blob.put(serialized(tensor.data, tensor.kind)),
        } for number, tensor in enumerate(inputs)]
        return entry
    written = []
    for fed, found in steps:
        written.append({
            "inputs": [{
                "name": f"input{number}",
                "type": tensor.kind,
                "shape": list(data.shape),
                "data": blob.put(serialized(data, tensor.kind)),
            } for number, (tensor, data) in enumerate(zip(inputs, fed))],
            "outputs": [{
                "name": f"output{number}",
                "type": kind,
                "shape": shape,
                "reference": blob.put(data)
            }
                        | ({
                            "tolerance": tolerance
                        } if tolerance else {})
                        for number, ((kind, shape, data), tolerance) in enumerate(zip(found, tolerances))],
        })
    return entry | (written[0] if len(written) == 1 else {"steps": written})


def write(folder, stem, entries, blob):
    folder.mkdir(parents=True, exist_ok=True)
    names = {"cases": ("cases.json", "blob.bin"), "errors": ("errors.json", "errors.bin")}[stem]
    text = ",\n".join(json.dumps(entry, separators=(",", ":")) for entry in entries)
    (folder / names[0]).write_text('{"op": "recorded", "cases": [\n' + text + "\n]}\n")
    (folder / names[1]).write_bytes(blob.data)


def collect(arguments):
    Case.round = arguments.round
    collection = Collection(probing=arguments.probe)
    for family in FAMILIES:
        family(collection)
    cases = [case for case in collection.cases if arguments.all or not case.whole]
    if arguments.probe:
        cases = [case for case in cases if not case.refused]
    if arguments.exclude:
        cases = [case for case in cases if not re.search(arguments.exclude, case.name)]
    if arguments.filter:
        cases = [case for case in cases if re.search(arguments.filter, case.name)]
    return cases


def progress(count):
    if sys.stderr.isatty():
        print(f"\r{count}", end="", file=sys.stderr)


def probe(cases, findings, verbose):
    """Prints what was accepted by operator, and where that is not what the table says."""
    accepted = collections.defaultdict(dict)
    for case, finding in zip(cases, findings):
        if isinstance(finding, str) and (verbose or not finding.startswith("refused")):
            print(f"{case.name}: {finding}")
        accepted[case.operator].setdefault(case.kind, []).append(not isinstance(finding, str))
    for operator, kinds in accepted.items():
        found = [kind for kind, results in kinds.items() if any(results) and (operator, kind) not in REASONS]
        known = [kind for kind in ACCEPTS.get(operator, "").split() if (operator, kind) not in REASONS]
        if set(found) != set(known):
            print(f'    "{operator}": "{" ".join(found)}",')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--all", action="store_true", help="the whole set")
    parser.add_argument("--output", type=pathlib.Path, default=FOLDER)
    parser.add_argument("--coverage", action="store_true")
    parser.add_argument("--probe", action="store_true")
    parser.add_argument("--verbose", action="store_true", help="why, for every pair that is probed")
    parser.add_argument("--round", type=int, default=0, help="draws other data, the same for the same number")
    parser.add_argument("--filter", help="only cases whose name matches this expression")
    parser.add_argument("--exclude", help="no cases whose name matches this expression")
    arguments = parser.parse_args()
    cases = collect(arguments)
    findings = record_all(cases, progress)
    if arguments.probe:
        return probe(cases, findings, arguments.verbose)
    covered, entries, errors, blob, error_blob, failures = set(), [], [], Blob(), Blob(), []
    for case, finding in zip(cases, findings):
        if case.refused and isinstance(finding, str) and (case.maybe or "ends the process" in finding):
            if "ends the process" in finding:
                errors.append(described(case, (build(case.graphs), None, None, "none"), error_blob))
        elif isinstance(finding, str):
            failures.append(f"{case.name}: {finding}")
        elif case.refused:
            errors.append(described(case, finding, error_blob))
        else:
            entries.append(described(case, finding, blob))
            covered.add((case.operator, case.kind))
    for failure in failures:
        print(failure)
    missing = [(operator, kind) for operator, kinds in ACCEPTS.items() for kind in kinds.split()
               if (operator, kind) not in covered]
    if arguments.coverage:
        for operator, kind in missing:
            print(f"{operator} {kind}: {REASONS.get((operator, kind), 'NO CASE')}")
    else:
        write(arguments.output, "cases", entries, blob)
        write(arguments.output, "errors", errors, error_blob)
    print(f"{len(entries)} cases ({len(blob.data)} bytes), {len(errors)} refusals, {len(failures)} not recorded, "
          f"{len(covered)} pairs of operator and type, {len(missing)} without a case")


if __name__ == "__main__":
    main()
