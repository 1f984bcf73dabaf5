#!/usr/bin/env python3
"""What a puzzle of one rating takes: processor seconds of `klammer generate`, median and worst, start included.

For each rating of the scale and each symmetry, a process for each seed; ratings that no step has, and pairs that the
program refuses at once, are told in the end.

    cargo build --release -p klammer-cli
    python3 benches/ratings.py [--seeds 20] [--symmetries none,half-turn] [--ratings 5.0,8.3] [-- --variant x]
"""
import argparse
import os
import resource
import statistics
import subprocess
import sys

from measuring import ROOT

SYMMETRIES = "none,half-turn,quarter-turn,horizontal,vertical,diagonal"
MOST_SECONDS = 20
# The exit status where no step has such a rating.
IMPOSSIBLE = 2


def run(command):
    """The processor seconds of one run, its exit status, and the last line of what it complained of."""
    limit = lambda: resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, preexec_fn=limit)
    said = process.stderr.read().strip().splitlines()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime + usage.ru_stime, process.returncode, said[-1] if said else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default=str(ROOT / "target" / "release" / "klammer"))
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--symmetries", default=SYMMETRIES)
    parser.add_argument("--ratings", default=",".join(f"{tenths / 10:.1f}" for tenths in range(10, 96)))
    parser.add_argument("more", nargs="*", help="other arguments of the command")
    given = parser.parse_args()
    every, refused = [], {}
    for symmetry in given.symmetries.split(","):
        for rating in given.ratings.split(","):
            command = [given.program, "generate", "--rating", rating, "--symmetry", symmetry, *given.more]
            seconds, failed = [], 0
            for seed in range(given.seeds):
                took, status, said = run([*command, "--seed", str(seed)])
                if status == IMPOSSIBLE:
                    refused.setdefault(said, []).append((symmetry, rating))
                    break
                seconds.append(took)
                failed += status != 0
            if seconds:
                every += seconds
                trouble = f"  {failed} without a puzzle" if failed else ""
                print(f"{symmetry:13} {rating}  median {statistics.median(seconds):.2f}"
                      f"  worst {max(seconds):.2f}{trouble}", flush=True)
    if every:
        print(f"{len(every)} runs: median {statistics.median(every):.2f}, worst {max(every):.2f}")
    for said, pairs in refused.items():
        print(f"{said} ({', '.join(dict.fromkeys(symmetry for symmetry, _ in pairs))})")


if __name__ == "__main__":
    sys.exit(main())
