#!/usr/bin/env python3
"""Counts the machine instructions of the programs in gate.scm or gate.cl, and times them beside other Lisps.

    python3 benches/gate.py [--program PATH]... [--only quicksort,sieve] [--peers guile,chez] [--seconds S]
    python3 benches/gate.py --peers sbcl

Of the peers, SBCL alone takes the programs in Common Lisp; without peers, --common-lisp chooses them.

With several programs (an old and a new build), the last column is the last count by the first. Counts are those of
callgrind, less those of an empty program.

With --peers, each text runs N times in one process, N such that Klammer takes about S seconds. The table shows the
processor time of the process less that of one run (so Guile's compiler is not in it), and Klammer's divided by each
peer's. Each is the best of three.
"""
import argparse
import math
import pathlib
import re
import subprocess
import tempfile

from measuring import ROOT, measure

PEERS = {"guile": ["guile"], "chez": ["chezscheme", "--script"], "sbcl": ["sbcl", "--script"]}

# Guile has the records of SRFI 9 in a module, Chez only those of R6RS.
FIRST = {
    "guile": "(use-modules (srfi srfi-9))\n",
    "chezscheme": """(import (rename (only (chezscheme) define-record-type) (define-record-type record)))
(define-syntax define-record-type
  (syntax-rules ()
    ((_ name (make . _) is? (field . accessors) ...)
     (record (name make is?) (fields (mutable field . accessors) ...)))))
""",
}


# File of the programs, a program without work, and the end of each, which runs it n times.
DIALECTS = {
    "scheme": (
        "gate.scm",
        "(define (go) 1)",
        "(define (repeat n) (if (= n 1) (go) (begin (go) (repeat (- n 1)))))\n(display (repeat {}))\n",
    ),
    "common-lisp": (
        "gate.cl",
        "(defun main () 1)",
        "(defun repeat (n) (loop repeat (1- n) do (main)) (main))\n(princ (repeat {}))\n",
    ),
}


def sections(file):
    """The programs: name, answer, text."""
    parts = re.split(r"^;;; (\S+) (\S+)$", (ROOT / "benches" / file).read_text(), flags=re.M)
    return list(zip(parts[1::3], parts[2::3], parts[3::3]))


def count(program, dialect, path):
    with tempfile.NamedTemporaryFile() as out:
        command = ["valgrind", "--tool=callgrind", "--log-fd=2", f"--callgrind-out-file={out.name}", program, "run",
                   "-r", dialect, str(path)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            raise SystemExit(f"{path.name}: {done.stderr[-2000:]}")
        text = pathlib.Path(out.name).read_text()
        return int(re.search(r"^(?:summary|totals): (\d+)", text, re.M).group(1)), done.stdout.strip()


def mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else float("nan")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", action="append", default=[])
    parser.add_argument("--only", default="")
    parser.add_argument("--peers", default="")
    parser.add_argument("--common-lisp", action="store_true")
    parser.add_argument("--seconds", type=float, default=0.5)
    options = parser.parse_args()
    programs = options.program or [str(ROOT / "target/release/klammer")]
    peers = [p for p in options.peers.split(",") if p]
    dialect = "common-lisp" if options.common_lisp or "sbcl" in peers else "scheme"
    file, empty, end = DIALECTS[dialect]
    chosen = [s for s in sections(file) if not options.only or s[0] in options.only.split(",")]
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "program.scm"

        def write(text, repeat, first=""):
            path.write_text(f"{first}{text}\n{end.format(repeat)}")

        def counts(text, answer):
            write(text, 1)
            result = []
            for program in programs:
                n, output = count(program, dialect, path)
                if output != answer:
                    raise SystemExit(f"{program} answers {output}, not {answer}:\n{text}")
                result.append(n)
            return result

        commands = [[p, "run", "-r", dialect] for p in programs[-1:]] + [PEERS[p] for p in peers]

        def time(command, text, answer, repeat):
            write(text, repeat, FIRST.get(command[0], ""))
            measured = [measure([*command, str(path)], 120) for _ in range(3)]
            if any(m != answer for _, m in measured):
                raise SystemExit(f"{command} answers {measured}, not {answer}:\n{text}")
            return min(t for t, _ in measured)

        def times(text, answer):
            once = [time(command, text, answer, 1) for command in commands]
            repeat = 50
            while (taken := time(commands[0], text, answer, repeat) - once[0]) < options.seconds / 2:
                repeat = int(repeat * min(options.seconds / max(taken, 1e-9), 10)) + 1
            return [time(c, text, answer, repeat) - o for c, o in zip(commands, once)]

        start = counts(empty, "1") if not peers else [0.0] * len(commands)
        shown = programs if not peers else ["klammer", *peers]
        print(f"{'':22}" + "".join(f"{pathlib.Path(p).name[-14:]:>16}" for p in shown))
        all_ratios = []
        for name, answer, text in chosen:
            found = counts(text, answer) if not peers else times(text, answer)
            net = [max(n - s, 1e-4) for n, s in zip(found, start)]
            ratios = [net[-1] / net[0]] if not peers else [net[0] / n for n in net[1:]]
            all_ratios.append(ratios)
            cells = "".join(f"{n:>16,.0f}" if not peers else f"{n:>16.3f}" for n in net)
            print(f"{name:22}{cells}  " + " ".join(f"{r:.2f}" for r in ratios), flush=True)
        means = [mean([r[i] for r in all_ratios]) for i in range(len(all_ratios[0]))]
        print("geometric mean of ratios: " + " ".join(f"{m:.3f}" for m in means))


if __name__ == "__main__":
    main()
