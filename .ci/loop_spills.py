"""Prints loops of products whose sums are in memory: a compiler that leaves a tile's registers stores them at every step.

    objdump -d --no-show-raw-insn OBJECT | .ci/loop_spills.py

Of x86-64 alone. A line is a function, the multiply-adds of one of its innermost loops, and the vectors that the loop writes to
the stack; loops that call functions are left out, since those take all registers.
"""

import re
import sys

PRODUCT = re.compile(r"v?(pdp|fn?madd|pmadd|mulps)")
STORE = re.compile(r"v?mov\S+\s+%[xyz]mm\d+,\S*\(%r[sb]p")
JUMP = re.compile(r"j\w+\s+([0-9a-f]+)")
FEWEST_PRODUCTS = 8


def innermost_loops(code):
    """The loops without loops, as ranges of `code`, which is a list of addresses and instructions."""
    places = {address: place for place, (address, _) in enumerate(code)}
    loops = []
    for place, (_, instruction) in enumerate(code):
        jump = JUMP.match(instruction)
        begin = places.get(int(jump.group(1), 16)) if jump else None
        if begin is not None and begin < place:
            loops.append((begin, place))
    return [loop for loop in loops
            if not any(other != loop and loop[0] <= other[0] and other[1] <= loop[1] for other in loops)]


def report(name, code):
    for begin, end in innermost_loops(code):
        body = [instruction for _, instruction in code[begin:end + 1]]
        products = sum(bool(PRODUCT.match(instruction)) for instruction in body)
        stores = sum(bool(STORE.match(instruction)) for instruction in body)
        calls = any(instruction.startswith("call") for instruction in body)
        if products >= FEWEST_PRODUCTS and 2 * stores >= products and not calls:
            print(f"{name} {products} {stores}")


def main():
    name, code = "", []
    for line in sys.stdin:
        title = re.match(r"[0-9a-f]+ <(.*)>:", line)
        if title:
            report(name, code)
            name, code = title.group(1), []
            continue
        instruction = re.match(r"\s+([0-9a-f]+):\s+(.*)", line)
        if instruction:
            code.append((int(instruction.group(1), 16), instruction.group(2)))
    report(name, code)


if __name__ == "__main__":
    main()
