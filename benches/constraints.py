#!/usr/bin/env python3
"""Runs the twelve problems of benches/constraints beside Gecode and CLP(FD), and prints nodes and processor time.

    cargo build --release && python3 benches/constraints.py [--runs N] [--only queens,coins] [--timeout SECONDS] [--own]

The models are the same, the variables are chosen in their order, the least value first. With `--own`, five problems in
the orders that `models.lisp` has for them, beside the search that Gecode has for a model that says nothing about it.
Counted is the processor time of whole processes, start and reading included (MiniZinc's compiler is not counted): the
least of the runs, which take turns. A peer that is not installed is left out: `minizinc` with `fzn-gecode`, `swipl`,
and `ortools` of the Python that `--python` names (CP-SAT, which learns and counts other things than nodes: branches).
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
OWN = "queens costas langford magic-square partition".split()
PROBLEMS = ("queens golomb all-interval magic-square costas langford coins latin-square colours schur partition "
            "block-design").split()


def klammer(program, own):
    def command(problem, _):
        return [program, "run", str(MODELS / "models.lisp"), problem, *(["own"] if own else [])]

    def answer(_, text):
        result, nodes = re.search(r"\((\d+) (\d+)\)", text).groups()
        return int(result), int(nodes)
    return command, answer


def gecode(own):
    def command(problem, folder):
        compiled = folder / f"{problem}.fzn"
        if not compiled.exists():
            model = re.search(rf"% == {problem}\n(.*?)(?=\n% == |\Z)", (MODELS / "models.mzn").read_text(), re.S).group(1)
            if own:
                model = re.sub(r"solve\s*::[^;]*complete\)", "solve", model)
            source = folder / f"{problem}.mzn"
            source.write_text(model)
            subprocess.run(["minizinc", "-c", "--solver", "gecode", str(source), "-o", str(compiled), "--output-ozn-to-file",
                            os.devnull], check=True, stderr=subprocess.DEVNULL)
        all_of_them = [] if problem == "golomb" else ["-a"]
        return ["fzn-gecode", *all_of_them, "-s", str(compiled)]
    return command


def gecode_answer(problem, text):
    nodes = int(re.search(r"nodes=(\d+)", text).group(1))
    if problem == "golomb":
        return int(re.findall(r"marks = .*?(\d+)\]", text)[-1]) if "marks" in text else None, nodes
    return text.count("----------"), nodes


def clpfd_command(problem, _):
    return ["swipl", "-g", f"run('{problem}')", "-t", "halt", str(MODELS / "models.pl")]


def clpfd_answer(_, text):
    return int(text.split()[-1]), None


def has_ortools(python):
    return subprocess.run([python, "-c", "import ortools"], stderr=subprocess.DEVNULL, check=False).returncode == 0


def ortools_command(python):
    return lambda problem, _: [python, str(MODELS / "models_ortools.py"), problem]


def ortools_answer(_, text):
    result, branches, _ = text.split()[-3:]
    return int(result), int(branches)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5, help="runs of each (default 5)")
    parser.add_argument("--only", help="problems, separated by commas")
    parser.add_argument("--timeout", type=float, default=60, help="seconds for one run (default 60)")
    parser.add_argument("--own", action="store_true", help="orders of their own, beside Gecode's own search")
    parser.add_argument("--python", default="python3", help="the Python that may have ortools (default python3)")
    parser.add_argument("--klammer", default=str(ROOT / "target/release/klammer"), help="the program to measure")
    options = parser.parse_args()
    solvers = {"klammer": klammer(options.klammer, options.own)}
    if shutil.which("minizinc") and shutil.which("fzn-gecode"):
        solvers["gecode"] = (gecode(options.own), gecode_answer)
    if shutil.which("swipl") and not options.own:
        solvers["clpfd"] = (clpfd_command, clpfd_answer)
    if not options.own and has_ortools(options.python):
        solvers["cp-sat"] = (ortools_command(options.python), ortools_answer)
    print(f"{'':14}{'result':>8}" + "".join(f"{name + ' ms':>12}{'nodes':>8}" for name in solvers) + "   ratios")
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        for problem in options.only.split(",") if options.only else OWN if options.own else PROBLEMS:
            times, answers = {}, {}
            for _ in range(options.runs):
                for name, (command, answer) in solvers.items():
                    if times.get(name, 0) is None:
                        continue
                    seconds, text = measure(command(problem, folder), options.timeout)
                    if seconds is None:
                        times[name] = None
                        continue
                    if name == "cp-sat":
                        seconds = float(text.split()[-1])  # Without the start of Python.
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
