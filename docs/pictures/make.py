#!/usr/bin/env python3
"""Makes the pictures of README.md and the guide from the real program.

    cargo build --release && python3 docs/pictures/make.py [NAME...]

Needs Chromium; KLAMMER_CHROMIUM names its program if it is not `chromium`, and KLAMMER another `klammer`. The picture
`notebook` also needs KLAMMER_JUPYTER, a program `jupyter` with nbconvert and the kernel. `editor.mjs` makes the one of
VS Code, and `npm test` in the folder playground the one of the playground.
"""
import html
import json
import os
import pathlib
import pty
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
KLAMMER = pathlib.Path(os.environ.get("KLAMMER", ROOT / "target/release/klammer"))
CHROMIUM = os.environ.get("KLAMMER_CHROMIUM", "chromium")

PUZZLE = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
SCRIPT = """; Fewest candidates first; of these,
; the most unsolved neighbours.
; Propagate naked singles only.
(require 'search)

(defproc choose-cell (board)
  (most-constrained board
    :tie 'degree))

(defproc propagation-level ()
  'naked)
"""
NODE = 60

PAGE = """<!doctype html><meta charset="utf-8"><style>
body{{margin:0;display:flex;height:100vh;background:#f4f5f7;font:15px/1.5 ui-monospace,monospace}}
pre{{margin:0;padding:24px;box-sizing:border-box;overflow:hidden;white-space:pre-wrap;{style}}}
iframe{{border:0;border-left:1px solid #ccd;flex:1}}
</style>{body}"""

COLOURS = {"30": "#000", "31": "#f47067", "32": "#8ddb8c", "33": "#daaa3f", "34": "#6cb6ff", "35": "#dcbdfb", "36": "#76e3ea", "37": "#cdd9e5"}


def shot(body, style, size, target):
    """Draws a page in Chromium and keeps the picture."""
    with tempfile.TemporaryDirectory() as folder:
        page = pathlib.Path(folder, "page.html")
        page.write_text(PAGE.format(body=body, style=style))
        options = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--virtual-time-budget=3000"]
        command = [CHROMIUM, *options, f"--user-data-dir={folder}/profile", f"--window-size={size[0]},{size[1]}"]
        subprocess.run([*command, f"--screenshot={target}", page.as_uri()], check=True, capture_output=True)


def coloured(text):
    """Returns terminal output as HTML; knows colours and bold, and drops all other escapes."""
    parts, style = [], ""
    for part in re.split(r"(\x1b\[[0-9;]*m)", text):
        if match := re.fullmatch(r"\x1b\[([0-9;]*)m", part):
            for code in (match[1] or "0").split(";"):
                code = str(int(code) - 60) if code.isdigit() and 90 <= int(code) <= 97 else code
                if code in ("0", ""):
                    style = ""
                elif code == "1":
                    style += "font-weight:bold;"
                elif code in COLOURS:
                    style += f"color:{COLOURS[code]};"
        else:
            part = html.escape(re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", part))
            parts.append(f'<span style="{style}">{part}</span>' if style else part)
    return "".join(parts)


def at_terminal(command, folder, typed=()):
    """Returns what a command of a shell writes to a terminal, with the lines that are typed at its prompt."""
    main, other = pty.openpty()
    # A terminal that cannot move its cursor shows a line once.
    kind = "dumb" if typed else "xterm-256color"
    environment = {**os.environ, "PATH": f"{KLAMMER.parent}:{os.environ['PATH']}", "TERM": kind}
    source = other if typed else subprocess.DEVNULL
    process = subprocess.Popen(["sh", "-c", command], stdin=source, stdout=other, stderr=other, cwd=folder, env=environment)
    typed = list(typed)
    os.close(other)
    output = b""
    while True:
        try:
            block = os.read(main, 65536)
        except OSError:
            break
        if not block:
            break
        output += block
        if typed and output.endswith(b"> "):
            os.write(main, f"{typed.pop(0)}\n".encode())
    process.wait()
    return output.decode().replace("\r\n", "\n")


def tree(folder):
    command = [KLAMMER, "search", "--heuristic", "mine.lisp", PUZZLE, "--tree", "tree.html"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    body = f'<pre>{html.escape(SCRIPT)}</pre><iframe src="file://{folder}/tree.html#{NODE}"></iframe>'
    shot(body, "width:340px;background:#fff", (1480, 700), HERE / "tree.png")


def shell(folder, name, commands, size):
    """Draws commands and what they write. A command is its text, or what is shown, what is run and what is typed."""
    text = ""
    for command in commands:
        shown, run, typed = command if isinstance(command, tuple) else (command, command, ())
        text += f'<span style="color:#8ddb8c">$</span> {html.escape(shown)}\n'
        text += coloured(at_terminal(run, folder, typed)) + "\n"
    shot(f"<pre>{text}</pre>", "width:100%;background:#22272e;color:#cdd9e5;font-size:14px", size, HERE / f"{name}.png")


def files_of(page, folder):
    """Writes the files that a page of the guide shows."""
    text = (ROOT / f"docs/guide/{page}.md").read_text()
    for name, content in re.findall(r"^```\w+ file=(\S+)\n(.*?)^```", text, re.M | re.S):
        pathlib.Path(folder, name).write_text(content)


def terminal(folder):
    for file in ["hard.sdm", "heuristics/weights.lisp"]:
        shutil.copy(ROOT / "examples" / file, folder)
    compare = "klammer compare --heuristic mine.lisp --heuristic weights.lisp hard.sdm"
    shell(folder, "terminal", [f"klammer solve {PUZZLE} --to grid", (compare, f"{compare} 2>/dev/null", ())], (1000, 640))


def check(folder):
    pathlib.Path(folder, "volume.lisp").write_text("""(defproc volume (a b c)
  "The volume of a box."
  (* a b c))
(volume 2 3 4)  ;=> 24
(deftest cubes
  (assert (= (volume 2 2 2) (* 3 3 3))))
(defproc pair (a) (list (volum a a) (volume a)))
""")
    shell(folder, "check", ["klammer check volume.lisp", "klammer test volume.lisp"], (1000, 420))


def grade(folder):
    files_of("grading", folder)
    for name, files in [("hidden", ["tests.lisp"]), ("class", ["anna.lisp", "ben.lisp"])]:
        pathlib.Path(folder, name).mkdir()
        for file in files:
            pathlib.Path(folder, file).rename(pathlib.Path(folder, name, file))
    puzzles = (ROOT / "examples/hard.sdm").read_text().splitlines(keepends=True)[:3]
    pathlib.Path(folder, "hidden/hard.sdm").write_text("".join(puzzles))
    command = "klammer grade hidden class --timeout 2 --format json"
    lines = [json.loads(line) for line in at_terminal(command, folder).splitlines()]
    fields = ["script", "points", "tests", "puzzles", "nodes", "built-in", "first failure"]
    rows = "".join(
        "<tr>" + "".join(f"<td>{html.escape(str(cell))}</td>" for cell in [
            line["script"], f'{line["points"]} of {line["out_of"]}', f'{line["passed"]} of {line["tests"]}',
            f'{line["solved"]} of {line["puzzles"]}', line["nodes"], line["built_in_nodes"], line["first_failure"] or "",
        ]) + "</tr>" for line in lines
    )
    style = "<style>td,th{border:1px solid #ccd;padding:6px 10px;text-align:left}table{border-collapse:collapse;margin:16px;background:#fff}</style>"
    head = "".join(f"<th>{field}</th>" for field in fields)
    shot(f"{style}<table><tr>{head}</tr>{rows}</table>", "", (1000, 250), HERE / "grade.png")


def debug(folder):
    files_of("debugging", folder)
    typed = [",locals", ",step", ",step", "(cdr numbers)", ",continue", ",backtrace", ",quit"]
    command = "klammer debug --break sum-even sum.lisp"
    shell(folder, "debug", [(command, command, typed)], (860, 560))


def worksheet(folder):
    generate = f"{KLAMMER} generate -n 4 --rating 1-1.5 --seed 1 > easy.sdm"
    draw = f"{KLAMMER} draw --worksheet week.html --title 'Week 3' easy.sdm"
    subprocess.run(["sh", "-c", f"{generate} && {draw}"], cwd=folder, check=True, capture_output=True)
    frame = f'<iframe style="border:0;background:#fff" src="file://{folder}/week.html"></iframe>'
    shot(frame, "", (760, 900), HERE / "worksheet.png")


def compare(folder):
    files_of("measuring", folder)
    heuristics = "--heuristic fewest.lisp --heuristic weights.lisp"
    command = f"{KLAMMER} compare {heuristics} {ROOT}/examples/hard.sdm --plot {HERE}/compare.svg"
    subprocess.run(["sh", "-c", command], cwd=folder, check=True, capture_output=True)


def notebook(folder):
    jupyter = os.environ.get("KLAMMER_JUPYTER")
    if not jupyter:
        return
    page = (ROOT / "docs/guide/notebook.md").read_text()
    cells = [content.rstrip() for content in re.findall(r"^```text file=\S+-cell\n(.*?)^```", page, re.M | re.S)]
    code = [{"cell_type": "code", "metadata": {}, "execution_count": None, "outputs": [], "source": c} for c in cells]
    kernel = {"kernelspec": {"name": "klammer", "display_name": "Klammer"}}
    book = {"cells": code, "metadata": kernel, "nbformat": 4, "nbformat_minor": 4}
    pathlib.Path(folder, "book.ipynb").write_text(json.dumps(book))
    command = [jupyter, "nbconvert", "--execute", "--to", "html", "book.ipynb"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    frame = f'<iframe style="border:0" src="file://{folder}/book.html"></iframe>'
    shot(frame, "", (960, 1150), HERE / "notebook.png")


def flames(folder):
    page = (ROOT / "docs/guide/profiling.md").read_text()
    pathlib.Path(folder, "slow.lisp").write_text(page.split("```lisp file=slow.lisp\n")[1].split("```")[0])
    pathlib.Path(folder, "examples").symlink_to(ROOT / "examples")
    command = [KLAMMER, "profile", "--ticks", "-o", HERE / "flames.svg", "slow.lisp"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)


PICTURES = [tree, terminal, check, grade, debug, worksheet, compare, notebook, flames]


def main():
    for picture in PICTURES:
        if not sys.argv[1:] or picture.__name__ in sys.argv[1:]:
            with tempfile.TemporaryDirectory() as folder:
                pathlib.Path(folder, "mine.lisp").write_text(SCRIPT)
                picture(folder)


if __name__ == "__main__":
    main()
