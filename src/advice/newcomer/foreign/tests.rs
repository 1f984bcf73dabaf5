use super::*;

fn advice(text: &str) -> Option<String> {
    let visible = || vec!["print", "max", "list", "string-append", "+", "xs", "even?"];
    on_statement(text, &visible)
}

/// What is said behind the last colon but those inside of the form.
fn meant(text: &str) -> String {
    let advice = advice(text).unwrap_or_default();
    advice.find('(').and_then(|at| advice.get(at..)).unwrap_or("").to_string()
}

#[test]
fn calls_and_operators() {
    for (text, here) in [
        ("print(\"Hello \" + name)", "(format t \"Hello ~a~%\" name)"),
        ("print (max(1, 2))", "(print (max 1 2))"),
        ("print(max(1, 2), 3)", "(format t \"~a ~a~%\" (max 1 2) 3)"),
        ("print \"hello\"", "(print \"hello\")"),
        ("print('it\\'s')", "(print \"it's\")"),
        ("console.log(`x is ${x}`);", "(format t \"x is ~a~%\" x)"),
        ("print(f\"{x:.2f} of {y}\")", "(format t \"~a of ~a~%\" x y)"),
        ("print(x, end=\"\")", "(display x)"),
        ("print(\"%d of %s\" % (a))", "(print (format nil \"~a of ~a\" a))"),
        ("print(a .. \", \" .. b)", "(format t \"~a, ~a~%\" a b)"),
        ("f(a, b)", "(f a b)"),
        ("math.floor(x / 2)", "(floor (/ x 2))"),
        ("xs.append(3)", "(setq xs (append xs (list 3)))"),
        ("xs.map(x => x * 2)", "(map-with (lambda (x) (* x 2)) xs)"),
        ("a.b(c)", "(b a c)"),
        ("x == 1 && !y || n-1 > 2", "(or (and (= x 1) (not y)) (> (- n 1) 2))"),
        ("1 < x < 3", "(< 1 x 3)"),
        ("x in xs", "(member? x xs)"),
        ("x is not None", "(not (null? x))"),
        ("7 // 2", "(quotient 7 2)"),
        ("2 ** 3 ** 2", "(expt 2 (expt 3 2))"),
        ("a - b - c", "(- (- a b) c)"),
        ("x > 0 ? \"a\" : \"b\"", "(if (> x 0) \"a\" \"b\")"),
    ] {
        assert_eq!(meant(text), here, "{text}");
    }
}

#[test]
fn assignments() {
    for (text, here) in [
        ("x = 3 + 4", "(setq x (+ 3 4))"),
        ("x = 3  # three", "(setq x 3)"),
        ("let x = 3;", "(setq x 3)"),
        ("let mut x: i32 = -3;", "(setq x -3)"),
        ("int x = f(3);", "(setq x (f 3))"),
        ("x = (+ 1 2)", "(setq x (+ 1 2))"),
        ("x = [1, 2, 3]", "(setq x '(1 2 3))"),
        (
            "x = [y * 2 for y in xs if y > 1]",
            "(setq x (map-with (lambda (y) (* y 2)) (filter (lambda (y) (> y 1)) xs)))",
        ),
        ("d = {\"a\": 1, \"b\": 2}", "(setq d (list->table '((\"a\" 1) (\"b\" 2))))"),
        ("d = {a: x}", "(setq d (list->table (list (list 'a x))))"),
        ("local t = {}", "(setq t (make-table))"),
        ("x += 1", "(inc! x)"),
        ("x -= y", "(dec! x y)"),
        ("i++", "(inc! i)"),
        ("xs[0] = 5", "(aset xs 0 5)"),
        ("d[\"k\"] = xs[-1]", "(table-set! d \"k\" (last xs))"),
        ("p.x = 2", "(table-set! p 'x 2)"),
        ("const f = (x) => x * x;", "(defproc f (x) (* x x))"),
        ("square = lambda x: x * x", "(defproc square (x) (* x x))"),
        ("n = int(input(\"how many? \"))", "(setq n (string->number (read-line)))"),
    ] {
        assert_eq!(meant(text), here, "{text}");
    }
    assert_eq!(advice("x = 3").unwrap(), "to give `x` a value: (setq x 3)");
}

#[test]
fn definitions_branches_and_loops() {
    for (text, here) in [
        ("def f(x):\n    return x + 1\n\nf(3)", "(defproc f (x) (+ x 1))"),
        ("function f(x)\n  return x + 1\nend", "(defproc f (x) (+ x 1))"),
        ("function f(x, y = 2) { return x + y; }", "(defproc f (x &optional (y 2)) (+ x y))"),
        (
            "def fact(n):\n    if n < 2:\n        return 1\n    return n * fact(n - 1)\n",
            "(defproc fact (n) (if (< n 2) 1 (* n (fact (- n 1)))))",
        ),
        (
            "def f(l):\n    total = 0\n    for x in l:\n        total += x\n    return total",
            "(defproc f (l) (let ((total 0)) (dolist (x l) (inc! total x)) total))",
        ),
        (
            "def f(l):\n    for x in l:\n        if x > 2: return x\n    return None",
            "(defproc f (l) (block f (dolist (x l) (if (> x 2) (return-from f x))) nil))",
        ),
        ("fun square(x) = x * x", "(defproc square (x) (* x x))"),
        ("if (a > b) { print(\"a\") }", "(if (> a b) (print \"a\"))"),
        (
            "if x > 2:\n    print(x)\n    y = 1\nelse:\n    print(y)",
            "(cond ((> x 2) (print x) (setq y 1)) (t (print y)))",
        ),
        ("if x > 2 then print(x) else print(y) end", "(if (> x 2) (print x) (print y))"),
        ("if (x) { f(x); } else if (y) { f(y); }", "(cond (x (f x)) (y (f y)))"),
        ("for x in xs:\n    print(x)", "(dolist (x xs) (print x))"),
        ("for i in range(2, 5):\n    print(i)", "(dolist (i (iota 3 2)) (print i))"),
        ("for (let i = 0; i < 10; i++) { print(i); }", "(dotimes (i 10) (print i))"),
        ("for i = 1, n do\n  print(i)\nend", "(dolist (i (iota n 1)) (print i))"),
        ("for k, v in pairs(t) do print(k) end", "(dotable (k v t) (print k))"),
        ("while x < 3:\n    x += 1", "(while (< x 3) (inc! x))"),
        ("while true do\n  break\nend", "(while t (return))"),
    ] {
        assert_eq!(meant(text), here, "{text}");
    }
}

#[test]
fn what_is_uncertain_is_left_alone() {
    for text in [
        "x",
        "3",
        "\"a\"",
        "list (1 2 3)",
        "print (1 2)",
        "foo bar",
        "class A:\n    pass",
        "import math",
        "x = ",
        "f(a b)",
        "try:\n    f()",
        "f(x) g(y)",
        "if x:",
        "xs[1:2]",
        "range(1, 2, 3)",
        "string-append \"a\" \"b\"",
        "é(",
        "(f x)",
        "break",
        "for x in xs",
        "",
    ] {
        assert_eq!(advice(text), None, "{text}");
    }
    let deep = format!("x = {}1{}", "(".repeat(5000), ")".repeat(5000));
    assert_eq!(advice(&deep), None);
    assert_eq!(advice(&format!("x = 1{}", " + 1".repeat(400))), None);
    assert_eq!(advice(&format!("x{}", ".a".repeat(900))), None);
}

#[test]
fn what_is_long_is_shown_without_its_body() {
    let body = "    print(\"something that is rather long\")\n".repeat(8);
    assert_eq!(meant(&format!("def f(x, y):\n{body}")), "(defproc f (x y) expr...)");
    assert_eq!(meant(&format!("for x in xs:\n{body}")), "(dolist (x xs) expr...)");
}

#[test]
fn lists_with_operators_inside_are_understood() {
    let visible = Vec::new;
    assert_eq!(of_list("(x == 1 and y)", &visible).unwrap(), "the operator comes first: (and (= x 1) y)");
    assert_eq!(of_list("(i += 1)", &visible).unwrap(), "here this is written (inc! i)");
    assert_eq!(of_list("(f x)", &visible), None);
    assert_eq!(of_list("(+ x 1)", &visible), None);
}
