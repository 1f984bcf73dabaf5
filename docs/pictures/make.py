#!/usr/bin/env python3
"""Makes the pictures of README.md and the guide from the real program: tree.png, terminal.png and flames.svg.

    cargo build --release && python3 docs/pictures/make.py

Needs Chromium; KLAMMER_CHROMIUM names its program if it is not `chromium`.
"""
import html
import os
import pathlib
import pty
import re
import subprocess
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
KLAMMER = ROOT / "target/release/klammer"
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


def at_terminal(command, folder):
    """Returns what a command writes to a terminal."""
    main, other = pty.openpty()
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=other, stderr=subprocess.DEVNULL, cwd=folder)
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
    process.wait()
    return output.decode().replace("\r\n", "\n")


def tree(folder):
    command = [KLAMMER, "search", "--heuristic", "mine.lisp", PUZZLE, "--tree", "tree.html"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    body = f'<pre>{html.escape(SCRIPT)}</pre><iframe src="file://{folder}/tree.html#{NODE}"></iframe>'
    shot(body, "width:340px;background:#fff", (1480, 700), HERE / "tree.png")


def terminal(folder):
    text = ""
    pathlib.Path(folder, "hard.sdm").write_bytes((ROOT / "examples/hard.sdm").read_bytes())
    pathlib.Path(folder, "weights.lisp").write_bytes((ROOT / "examples/heuristics/weights.lisp").read_bytes())
    for shown, command in [
        (f"klammer solve {PUZZLE} --to grid", ["solve", PUZZLE, "--to", "grid"]),
        ("klammer compare --heuristic mine.lisp --heuristic weights.lisp hard.sdm", ["compare", "--heuristic", "mine.lisp", "--heuristic", "weights.lisp", "hard.sdm"]),
    ]:
        text += f'<span style="color:#8ddb8c">$</span> {html.escape(shown)}\n'
        text += coloured(at_terminal([str(KLAMMER), *command], folder)) + "\n"
    shot(f"<pre>{text}</pre>", "width:100%;background:#22272e;color:#cdd9e5;font-size:14px", (1000, 640), HERE / "terminal.png")


def flames(folder):
    page = (ROOT / "docs/guide/profiling.md").read_text()
    pathlib.Path(folder, "slow.lisp").write_text(page.split("```lisp file=slow.lisp\n")[1].split("```")[0])
    pathlib.Path(folder, "examples").symlink_to(ROOT / "examples")
    command = [KLAMMER, "profile", "--ticks", "-o", HERE / "flames.svg", "slow.lisp"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)


def main():
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "mine.lisp").write_text(SCRIPT)
        tree(folder)
        terminal(folder)
        flames(folder)


if __name__ == "__main__":
    main()
