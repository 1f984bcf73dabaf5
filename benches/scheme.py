#!/usr/bin/env python3
"""Times the programs of examples/scheme beside every Scheme found on this machine, and checks that all write the same.

    cargo build --release && python3 benches/scheme.py [--runs N] [--only tak,queens] [--peers guile,chibi]

Counted is the processor time of whole processes, start-up included (its own is shown in the first line, for an empty program); runs take turns
(A B A B ...), the first of each is not counted: Guile compiles a file when it first runs it. A ratio is the median of the pairs' ratios: below 1,
Klammer is faster. A program that a peer cannot run, or whose output differs there, is reported and left out of the mean.

Steel takes longer to start than most of these programs run, so a second ratio is shown for it, of the times without start-up. It gets the
programs without their `import`, for which it looks on the disk, and writes #true for #t.
"""
import argparse
import math
import os
import pathlib
import shutil
import statistics
import tempfile

from measuring import ROOT, measure

PEERS = {
    "guile": ["guile"],
    "chibi": ["chibi-scheme", "-R", "-xscheme.small"],
    "steel": ["steel"],
    "gauche": ["gosh"],
    "chez": ["chezscheme", "--script"],
}


def expected(text):
    lines = (l[3:] for l in text.splitlines() if l.startswith(";>>"))
    return "".join((l[1:] if l.startswith(" ") else l) + "\n" for l in lines)


def for_steel(path, folder):
    """A copy of the program as Steel takes it."""
    lines = (l for l in path.read_text().splitlines() if not l.startswith("(import "))
    copy = pathlib.Path(folder) / path.name
    copy.write_text("\n".join(lines) + "\n")
    return copy


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--only", default="")
    parser.add_argument("--peers", default="")
    parser.add_argument("--limit", type=float, default=120, help="seconds for one run")
    options = parser.parse_args()
    klammer = [str(ROOT / "target/release/klammer"), "run", "-r", "scheme"]
    wanted = options.peers.split(",") if options.peers else list(PEERS)
    peers = {name: PEERS[name] for name in wanted if shutil.which(PEERS[name][0])}
    programs = sorted((ROOT / "examples/scheme").glob("*.scm"))
    if options.only:
        programs = [p for p in programs if p.stem in options.only.split(",")]
    with tempfile.TemporaryDirectory() as folder:
        empty = pathlib.Path(folder) / "empty.scm"
        empty.write_text("; nothing\n")
        ratios = {name: [] for name in peers}
        start = {}
        without_start = []
        print(f"{'':22}{'klammer':>10}" + "".join(f"{name:>10}{'ratio':>8}" for name in peers))
        for path in [empty, *programs]:
            want = expected(path.read_text()).strip()
            line = f"{path.stem:22}"
            own = []
            cells = []
            for name, command in peers.items():
                pairs = []
                problem = None
                for run in range(options.runs + 1):
                    program = for_steel(path, folder) if name == "steel" and path is not empty else path
                    a, b = measure([*klammer, str(path)], options.limit), measure([*command, str(program)], options.limit)
                    if name == "steel":
                        b = (b[0], b[1].replace("#true", "#t").replace("#false", "#f"))
                    if a[0] is None or a[1] != want:
                        raise SystemExit(f"{path.name}: klammer does not write what the file says")
                    if b[0] is None or b[1] != want:
                        problem = "fails" if b[0] is None else "differs"
                        break
                    if run > 0:
                        pairs.append((a[0], b[0]))
                own.extend(a for a, _ in pairs)
                if problem or not pairs:
                    cells.append(f"{problem:>10}{'':>8}")
                    continue
                ratio = statistics.median(a / max(b, 1e-4) for a, b in pairs)
                if path is empty:
                    start[name] = [statistics.median(p[i] for p in pairs) for i in (0, 1)]
                else:
                    ratios[name].append(ratio)
                    if name == "steel":
                        own_work, its_work = (statistics.median(p[i] for p in pairs) - start[name][i] for i in (0, 1))
                        without_start.append(max(own_work, 1e-4) / max(its_work, 1e-3))
                cells.append(f"{statistics.median(b for _, b in pairs):>10.3f}{ratio:>8.2f}")
            shown = f"{statistics.median(own):>10.3f}" if own else f"{'-':>10}"
            print(line + shown + "".join(cells), flush=True)
        for name, all_ratios in ratios.items():
            if all_ratios:
                mean = math.exp(sum(math.log(max(r, 1e-4)) for r in all_ratios) / len(all_ratios))
                print(f"{name}: geometric mean of {len(all_ratios)} ratios {mean:.2f}")
        if without_start:
            mean = math.exp(sum(math.log(r) for r in without_start) / len(without_start))
            print(f"steel, start-up taken off: {mean:.3f}; " + " ".join(f"{r:.2f}" for r in without_start))


if __name__ == "__main__":
    main()
