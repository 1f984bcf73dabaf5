#!/usr/bin/env python3
"""Runs the workloads beside every peer found on this machine and prints the ratios.

    cargo build --release && python3 benches/peers.py [--runs N] [--only fib,tak] [--peers lua5.4,guile]

Each workload runs in turn with each peer's version (A B A B ...). Counted is the processor time of whole processes, less
that of the `none` workload (start-up, reading, compiling); the first run of each peer's program is not counted. A ratio is the median of the pairs' ratios: below 1, Klammer is faster.

The peers' versions are read from $KLAMMER_SHARED/bench (default: ../shared/bench beside the project).
"""
import argparse
import math
import os
import pathlib
import shutil
import statistics
import sys
import tempfile

from measuring import ROOT, measure

SHARED = pathlib.Path(os.environ.get("KLAMMER_SHARED", ROOT.parent / "shared")) / "bench"
WORKLOADS = "fib tak remove queens sieve loop closure deriv float trees catch".split()
CHECKSUMS = {
    "fib": "9227465", "tak": "7", "remove": "5994000", "queens": "2680", "sieve": "664579", "loop": "3749999974999999",
    "closure": "312499987500000", "deriv": "5", "float": "1500", "trees": "3276700", "catch": "6000000",
}


def scheme(program, *options):
    def command(workload, folder):
        path = folder / f"{workload}.scm"
        path.write_text((SHARED / "micro.scm").read_text() + f"\n(display (run '{workload}))\n(newline)\n")
        return [program, *options, str(path)]
    return command


def plain(program, source, *options):
    return lambda workload, folder: [program, *options, str(SHARED / source), workload]


def rhai(workload, folder):
    path = SHARED / f"micro-{workload}.rhai"
    return ["rhai-run", str(path)] if path.exists() else None


PEERS = {
    "lua5.4": ("lua5.4", plain("lua5.4", "micro.lua")),
    "luajit": ("luajit", plain("luajit", "micro.lua")),
    # Guile compiles a file when it first runs it and keeps the result: the uncounted run pays for that.
    "guile": ("guile", scheme("guile")),
    "chez": ("chezscheme", scheme("chezscheme", "--script")),
    "chibi": ("chibi-scheme", scheme("chibi-scheme")),
    "steel": ("steel", scheme("steel")),
    "sbcl": ("sbcl", plain("sbcl", "micro.lisp", "--script")),
    "clisp": ("clisp", plain("clisp", "micro.lisp", "-q", "-C")),
    "janet": ("janet", plain("janet", "micro.janet")),
    "rhai": ("rhai-run", rhai),
    "python3": ("python3", plain("python3", "micro.py")),
}


def right(workload, text):
    last = text.split()[-1] if text.split() else ""
    if workload == "float":
        try:
            return abs(float(last.replace("d0", "")) - 1500) < 1e-6
        except ValueError:
            return False
    return last == CHECKSUMS[workload]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5, help="pairs of runs per workload and peer (default 5)")
    parser.add_argument("--only", help="workloads, separated by commas")
    parser.add_argument("--peers", help="peers, separated by commas")
    parser.add_argument("--timeout", type=float, default=120, help="seconds for one run (default 120)")
    parser.add_argument("--klammer", default=str(ROOT / "target/release/klammer"), help="the program to measure")
    options = parser.parse_args()
    if not SHARED.is_dir():
        sys.exit(f"the peers' versions are not there: set KLAMMER_SHARED ({SHARED} does not exist)")
    wanted = options.peers.split(",") if options.peers else list(PEERS)
    peers = {name: make for name, (program, make) in PEERS.items() if name in wanted and shutil.which(program)}
    workloads = options.only.split(",") if options.only else WORKLOADS
    ours = lambda workload: [options.klammer, "run", str(ROOT / "benches/workloads.lisp"), workload]

    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        start = {"klammer": min(measure(ours("none"), options.timeout)[0] for _ in range(5))}
        for name, make in peers.items():
            command = make("none", folder)
            times = [measure(command, options.timeout)[0] for _ in range(4)] if command else []
            start[name] = min((t for t in times if t is not None), default=0.0)
        print("start-up, ms: " + ", ".join(f"{n} {t * 1000:.1f}" for n, t in start.items()))
        print(f"{'':10}{'klammer s':>10}" + "".join(f"{n:>9}" for n in peers))
        ratios = {name: [] for name in peers}
        for workload in workloads:
            own, row = [], {name: [] for name in peers}
            for make in peers.values():
                if command := make(workload, folder):
                    measure(command, options.timeout)
            for _ in range(options.runs):
                for name, make in peers.items():
                    command = make(workload, folder)
                    if not command or row[name] is None:
                        row[name] = None
                        continue
                    mine, text = measure(ours(workload), options.timeout)
                    if mine is None or not right(workload, text):
                        sys.exit(f"klammer, {workload}: wrong result {text!r}")
                    theirs, text = measure(command, options.timeout)
                    if theirs is None or not right(workload, text):
                        row[name] = None
                        continue
                    own.append(mine - start["klammer"])
                    row[name].append((mine - start["klammer"]) / max(theirs - start[name], 1e-4))
            cells = []
            for name in peers:
                if row[name]:
                    ratio = statistics.median(row[name])
                    ratios[name].append(ratio)
                    cells.append(f"{ratio:9.2f}")
                else:
                    cells.append(f"{'-':>9}")
            print(f"{workload:10}{statistics.median(own) if own else 0:10.3f}" + "".join(cells), flush=True)
        means = [f"{math.exp(sum(map(math.log, r)) / len(r)):9.2f}" if r else f"{'-':>9}" for r in ratios.values()]
        print(f"{'geo. mean':20}" + "".join(means))


if __name__ == "__main__":
    main()
