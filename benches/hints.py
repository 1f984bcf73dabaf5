#!/usr/bin/env python3
"""Follows `klammer hint` through generated puzzles: no step may contradict the solution, and what steps put must be all
of it where the rules solve the puzzle.

    cargo build --release -p klammer-cli
    python3 benches/hints.py 10000
    python3 benches/hints.py 200 --variant windows
    python3 benches/hints.py 1000 --size 6
"""
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile

from measuring import ROOT

DIGITS = "123456789ABCDEFGHIJKLMNOP"
# How many puzzles are followed by one process, so that no output gets large.
BATCH = 100


def program():
    return os.environ.get("KLAMMER_BINARY", str(ROOT / "target" / "release" / "klammer"))


def ask(command, *arguments):
    """What a command writes."""
    run = subprocess.run([program(), command, *arguments], stdout=subprocess.PIPE, text=True)
    return run.stdout


def follow(puzzle, solution, steps):
    """Whether the steps that were told lead to the solution; ends the program where one contradicts it."""
    size = int(len(puzzle) ** 0.5)
    known = {cell for cell, digit in enumerate(puzzle) if digit in DIGITS}
    for step in steps:
        for part, right in (("place", True), ("remove", False)):
            for (row, column), digit in step[part]:
                cell = row * size + column
                if (solution[cell] == DIGITS[digit - 1]) != right:
                    sys.exit(f"{puzzle}: {step['text']}\nbut the solution is {solution}")
                if right:
                    known.add(cell)
    return len(known) == len(puzzle)


def main():
    if len(sys.argv) < 2 or not sys.argv[1].isdigit():
        sys.exit(__doc__)
    count, kind = int(sys.argv[1]), sys.argv[2:]
    at = kind.index("--variant") if "--variant" in kind else len(kind)
    variant = kind[at : at + 2]
    followed = solved = steps_told = 0
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "puzzles.sdm"
        for seed in range((count + BATCH - 1) // BATCH):
            number = min(BATCH, count - followed)
            file.write_text(ask("generate", "-n", str(number), "--seed", str(seed), *kind))
            puzzles = file.read_text().split()
            solutions = ask("solve", "-q", *variant, str(file)).split()
            told = {}
            for line in ask("hint", "--all", "--to", "json", *variant, str(file)).splitlines():
                step = json.loads(line)
                told.setdefault(step["line"], []).append(step)
            if not len(puzzles) == len(solutions) == number:
                sys.exit(f"seed {seed}: {len(puzzles)} puzzles, {len(solutions)} solutions")
            for line, (puzzle, solution) in enumerate(zip(puzzles, solutions), 1):
                steps = told.get(line, [])
                solved += follow(puzzle, solution, steps)
                steps_told += len(steps)
            followed += number
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"{followed} puzzles ({' '.join(kind) or 'ordinary'}): {steps_told} steps, none contradicts; "
          f"{solved} solved; {used.ru_utime + used.ru_stime:.0f} s of the processor")


if __name__ == "__main__":
    main()
