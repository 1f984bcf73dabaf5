#!/usr/bin/env python3
"""Runs the twelve problems of benches/constraints beside Gecode and CLP(FD), and prints nodes and processor time.

    cargo build --release && python3 benches/constraints.py [--runs N] [--only queens,coins] [--timeout SECONDS]

The models are the same, the variables are chosen in their order, the least value first. Counted is the processor time
of whole processes, start and reading included (MiniZinc's compiler is not counted): the least of the runs, which take
turns. A peer that is not installed is left out: `minizinc` with `fzn-gecode`, `swipl`.
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

from measuring import ROOT, measure

MODELS = ROOT / "benches/constraints"
PROBLEMS = ("queens golomb all-interval magic-square costas langford coins latin-square colours schur partition "
            "block-design").split()


def klammer(program):
    def command(problem, _):
        return [program, "run", str(MODELS / "models.lisp"), problem]

    def answer(_, text):
        result, nodes = re.search(r"\((\d+) (\d+)\)", text).groups()
        return int(result), int(nodes)
    return command, answer


def gecode_command(problem, folder):
    compiled = folder / f"{problem}.fzn"
    if not compiled.exists():
        model = str(MODELS / "minizinc" / f"{problem}.mzn")
        subprocess.run(["minizinc", "-c", "--solver", "gecode", model, "-o", str(compiled), "--output-ozn-to-file",
                        os.devnull], check=True, stderr=subprocess.DEVNULL)
    all_of_them = [] if problem == "golomb" else ["-a"]
    return ["fzn-gecode", *all_of_them, "-s", str(compiled)]


def gecode_answer(problem, text):
    nodes = int(re.search(r"nodes=(\d+)", text).group(1))
    if problem == "golomb":
        return int(re.findall(r"marks = .*?(\d+)\]", text)[-1]) if "marks" in text else None, nodes
    return text.count("----------"), nodes


def clpfd_command(problem, _):
    return ["swipl", "-g", f"run('{problem}')", "-t", "halt", str(MODELS / "models.pl")]


def clpfd_answer(_, text):
    return int(text.split()[-1]), None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5, help="runs of each (default 5)")
    parser.add_argument("--only", help="problems, separated by commas")
    parser.add_argument("--timeout", type=float, default=60, help="seconds for one run (default 60)")
    parser.add_argument("--klammer", default=str(ROOT / "target/release/klammer"), help="the program to measure")
    options = parser.parse_args()
    solvers = {"klammer": klammer(options.klammer)}
    if shutil.which("minizinc") and shutil.which("fzn-gecode"):
        solvers["gecode"] = (gecode_command, gecode_answer)
    if shutil.which("swipl"):
        solvers["clpfd"] = (clpfd_command, clpfd_answer)
    print(f"{'':14}{'result':>8}" + "".join(f"{name + ' ms':>12}{'nodes':>8}" for name in solvers) + "   ratios")
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        for problem in options.only.split(",") if options.only else PROBLEMS:
            times, answers = {}, {}
            for _ in range(options.runs):
                for name, (command, answer) in solvers.items():
                    if times.get(name, 0) is None:
                        continue
                    seconds, text = measure(command(problem, folder), options.timeout)
                    if seconds is None:
                        times[name] = None
                        continue
                    times[name] = min(times.get(name, seconds), seconds)
                    answers[name] = answer(problem, text)
            results = {result for result, _ in answers.values() if result is not None}
            row = f"{problem:14}{'/'.join(map(str, sorted(results))):>8}"
            for name in solvers:
                nodes = answers.get(name, (None, None))[1]
                shown = "-" if times[name] is None else f"{times[name] * 1000:.0f}"
                row += f"{shown:>12}{nodes if nodes is not None else '-':>8}"
            own = times["klammer"]
            ratios = [f"{own / time:.2f}" for name, time in times.items() if name != "klammer" and time and own]
            print(row + "   " + " ".join(ratios), flush=True)


if __name__ == "__main__":
    main()
