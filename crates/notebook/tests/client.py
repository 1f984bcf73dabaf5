"""Drives the kernel with Jupyter's own client. usage: client.py CELL... (files of the guide's page)"""
import pathlib
import sys
import time

from jupyter_client.manager import start_new_kernel

TIMEOUT = 120

manager, client = start_new_kernel(kernel_name="klammer", startup_timeout=TIMEOUT)


def published(request):
    """Returns the messages about a request, up to the state `idle`."""
    messages = []
    while True:
        message = client.get_iopub_msg(timeout=TIMEOUT)
        if message["parent_header"].get("msg_id") != request:
            continue
        if message["msg_type"] == "status" and message["content"]["execution_state"] == "idle":
            return messages
        messages.append((message["msg_type"], message["content"]))


def cell(code):
    """Returns the reply to a cell, and what it published by kind."""
    request = client.execute(code)
    messages = published(request)
    reply = client.get_shell_msg(timeout=TIMEOUT)
    assert reply["parent_header"]["msg_id"] == request, reply
    found = {}
    for kind, content in messages:
        found.setdefault(kind, []).append(content)
    return reply["content"], found


def reply(request):
    answer = client.get_shell_msg(timeout=TIMEOUT)
    assert answer["parent_header"]["msg_id"] == request, answer
    return answer["content"]


try:
    info = reply(client.kernel_info())
    assert info["language_info"]["name"] == "klammer", info

    # Definitions stay; output, warnings and the value have their own messages.
    answer, found = cell('(defproc twice (n) (* 2 n))\n(print "hello")\n(twice 21)')
    assert answer["status"] == "ok" and answer["execution_count"] == 1, answer
    assert [part["text"] for part in found["stream"]] == ["hello\n"], found
    assert found["execute_result"][0]["data"]["text/plain"] == "42", found
    _, found = cell("(twice 4)")
    assert found["execute_result"][0]["data"]["text/plain"] == "8", found
    _, found = cell("(defproc g (x) (= x 1) x)")
    assert "warning" in found["stream"][0]["text"] and found["stream"][0]["name"] == "stderr", found

    # An error has its code, its message, and a report that shows the line of the cell.
    answer, found = cell("(print 1)\n(car 5)")
    assert (answer["status"], answer["ename"]) == ("error", "wrong-type"), answer
    report = "\n".join(found["error"][0]["traceback"])
    assert "<cell:" in report and "(car 5)" in report, report

    # The cells of the page.
    pages = {pathlib.Path(path).name: pathlib.Path(path).read_text() for path in sys.argv[1:]}
    _, found = cell(pages["board-cell"])
    assert found["execute_result"][0]["data"]["image/svg+xml"].startswith("<svg"), found
    answer, _ = cell(pages["heuristic-cell"])
    assert answer["status"] == "ok", answer
    _, found = cell(pages["tree-cell"])
    assert "srcdoc=" in found["display_data"][0]["data"]["text/html"], found
    assert found["execute_result"][0]["data"]["text/plain"] == "t", found
    _, found = cell("(list (board 4) (board 4))")
    assert found["execute_result"][0]["data"]["text/html"].count("<svg") == 2, found
    _, found = cell("(require 'constraints) (setq s (make-store)) (setq x (variable s 1 9)) s")
    assert "1..9" in found["execute_result"][0]["data"]["text/plain"], found
    _, found = cell("%%time\n(twice 1)")
    assert len(found["execute_result"]) == 1 and len(found["display_data"]) == 1, found
    answer, _ = cell("%%tee\n1")
    assert answer["ename"] == "bad-value" and "%%tree" in answer["evalue"], answer

    # Completion counts characters, not bytes.
    code = '(list "ä" (defpr'
    answer = reply(client.complete(code, len(code)))
    assert "defproc" in answer["matches"] and answer["cursor_start"] == len(code) - 5, answer
    answer = reply(client.inspect("(member 1 ", 10))
    assert answer["found"] and "member" in answer["data"]["text/plain"], answer
    assert not reply(client.inspect("no-such-name", 3))["found"]
    for code, status in [("(car '(1))", "complete"), ("(car '(1)", "incomplete"), (")", "invalid")]:
        assert reply(client.is_complete(code))["status"] == status, code

    # A cell that reads asks for a line, after what it has written; without leave it is an error.
    def asked(code, lines):
        request = client.execute(code, allow_stdin=True)
        for line in lines:
            question = client.get_stdin_msg(timeout=TIMEOUT)
            assert question["msg_type"] == "input_request", question
            assert question["parent_header"]["msg_id"] == request, question
            client.input(line)
        messages = published(request)
        return reply(request), messages

    answer, messages = asked('(display "name? ") (list (read-line) (read-line))', ["Ada", "ä b"])
    shown = [content["data"]["text/plain"] for kind, content in messages if kind == "execute_result"]
    assert shown == ['("Ada" "ä b")'], messages
    answer, _ = asked('(list (read-line) (car 5))', [""])
    assert answer["ename"] == "wrong-type", answer
    request = client.execute("(read-line)", allow_stdin=False)
    published(request)
    answer = reply(request)
    assert answer["status"] == "error" and "allow_stdin" in answer["evalue"], answer
    # An interrupt ends the wait, and the late answer is none to the next question.
    request = client.execute("(read-line)", allow_stdin=True)
    client.get_stdin_msg(timeout=TIMEOUT)
    manager.interrupt_kernel()
    published(request)
    answer = reply(request)
    assert answer["ename"] == "interrupted", answer
    client.input("late")
    time.sleep(0.5)
    answer, messages = asked("(read-line)", ["in time"])
    assert ("in time" in str(messages)) and "late" not in str(messages), messages

    # An interrupt ends a cell, and the definitions stay. The cells after it are aborted.
    request = client.execute('(print "begun") (while t)')
    following = client.execute("(twice 1)")
    while client.get_iopub_msg(timeout=TIMEOUT)["msg_type"] != "execute_input":
        pass
    time.sleep(0.2)
    manager.interrupt_kernel()
    answer = reply(request)
    assert (answer["status"], answer["ename"]) == ("error", "interrupted"), answer
    assert reply(following)["status"] == "aborted"
    _, found = cell("(twice 5)")
    assert found["execute_result"][0]["data"]["text/plain"] == "10", found
finally:
    client.stop_channels()
    manager.shutdown_kernel()
assert not manager.has_kernel or not manager.is_alive()
print("all answers are right")
