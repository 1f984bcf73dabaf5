"""The twelve problems of models.lisp for CP-SAT of OR-tools: the same variables and constraints, its fixed search in
the order of the variables, least values first, one thread, all solutions (of the ruler: the best).

    python3 benches/constraints/models_ortools.py PROBLEM

Prints how many solutions there are (or the best cost), how many branches there were, and the seconds that CP-SAT says
it took: Python takes longer to start. CP-SAT learns clauses, so its branches are no nodes of a tree.
"""
import itertools
import sys

from ortools.sat.python import cp_model

model = cp_model.CpModel()


def ints(count, lo, hi, name="x"):
    return [model.new_int_var(lo, hi, f"{name}{i}") for i in range(count)]


def queens(n):
    q = ints(n, 0, n - 1)
    model.add_all_different(q)
    model.add_all_different(x + i for i, x in enumerate(q))
    model.add_all_different(x - i for i, x in enumerate(q))
    return q


def golomb(n):
    marks = ints(n, 0, n * n)
    model.add(marks[0] == 0)
    for a, b in itertools.pairwise(marks):
        model.add(a < b)
    distances = ints(n * (n - 1) // 2, 0, n * n, "d")
    for d, (a, b) in zip(distances, itertools.combinations(marks, 2)):
        model.add(d == b - a)
    model.add_all_different(distances)
    model.add(marks[1] - marks[0] < marks[-1] - marks[-2])
    model.minimize(marks[-1])
    return marks


def all_interval(n):
    xs, steps = ints(n, 0, n - 1), ints(n - 1, 1, n - 1, "d")
    for (a, b), d in zip(itertools.pairwise(xs), steps):
        model.add_abs_equality(d, a - b)
    model.add_all_different(xs)
    model.add_all_different(steps)
    model.add(xs[0] < xs[-1])
    return xs


def magic_square(n):
    cells, total = ints(n * n, 1, n * n), n * (1 + n * n) // 2
    model.add_all_different(cells)
    lines = [cells[i * n:i * n + n] for i in range(n)] + [cells[i::n] for i in range(n)]
    for line in [*lines, cells[::n + 1], cells[n - 1:n * n - 1:n - 1]]:
        model.add(sum(line) == total)
    a, b, c, d = cells[0], cells[n - 1], cells[n * (n - 1)], cells[-1]
    model.add(a < b)
    model.add(a < d)
    model.add(b < c)
    return cells


def costas(n):
    xs = ints(n, 1, n)
    model.add_all_different(xs)
    for distance in range(1, n - 1):
        model.add_all_different(b - a for a, b in zip(xs, xs[distance:]))
    return xs


def langford(n):
    firsts = ints(n, 0, 2 * n - 1)
    seconds = [x + k + 1 for k, x in enumerate(firsts, 1)]
    for x in seconds:
        model.add(x < 2 * n)
    model.add_all_different(firsts + seconds)
    model.add(2 * firsts[0] <= 2 * n - 3)
    return firsts


def coins(amount):
    values = (50, 20, 10, 5, 2, 1)
    xs = [model.new_int_var(0, amount // c, f"c{c}") for c in values]
    model.add(sum(c * x for c, x in zip(values, xs)) == amount)
    return xs


def latin_square(n):
    rows = [ints(n, 0, n - 1, f"r{i}_") for i in range(n)]
    for line in [*rows, *zip(*rows)]:
        model.add_all_different(line)
    for i in range(n):
        model.add(rows[0][i] == i)
        model.add(rows[i][0] == i)
    return sum(rows, [])


def colours(times, count):
    edges, nodes = [(0, 1)], 2
    for _ in range(times):
        more = [pair for a, b in edges for pair in ((a + nodes, b), (a, b + nodes))]
        edges, nodes = edges + more + [(i + nodes, 2 * nodes) for i in range(nodes)], 2 * nodes + 1
    xs = ints(nodes, 1, count)
    for a, b in edges:
        model.add(xs[a] != xs[b])
    return xs


def schur(n, boxes):
    xs = ints(n, 1, boxes)
    for i in range(1, n + 1):
        for j in range(i, n - i + 1):
            a, b, c = xs[i - 1], xs[j - 1], xs[i + j - 1]
            if i == j:
                model.add(a != c)
            else:
                one, other = model.new_bool_var(""), model.new_bool_var("")
                model.add(a != b).only_enforce_if(one)
                model.add(a == b).only_enforce_if(~one)
                model.add(b != c).only_enforce_if(other)
                model.add(b == c).only_enforce_if(~other)
                model.add_bool_or(one, other)
    return xs


def partition(n):
    xs, ys = ints(n, 1, 2 * n), ints(n, 1, 2 * n, "y")
    model.add_all_different(xs + ys)
    numbers = range(1, 2 * n + 1)
    for side in (xs, ys):
        for a, b in itertools.pairwise(side):
            model.add(a < b)
        squares = ints(n, 1, 4 * n * n, "s")
        for x, square in zip(side, squares):
            model.add_multiplication_equality(square, x, x)
        model.add(sum(side) == sum(numbers) // 2)
        model.add(sum(squares) == sum(i * i for i in numbers) // 2)
    model.add(xs[0] == 1)
    return xs + ys


def block_design(v, k):
    rows = [ints(v, 0, 1, f"r{i}_") for i in range(v)]
    columns = list(zip(*rows))
    for line in [*rows, *columns]:
        model.add(sum(line) == k)
    for row, other in itertools.combinations(rows, 2):
        both = ints(v, 0, 1, "b")
        for a, b, c in zip(row, other, both):
            model.add_multiplication_equality(c, a, b)
        model.add(sum(both) == 1)
    # In lexicographic order: as numbers of so many binary digits.
    for lines in (rows, columns):
        for line, after in itertools.pairwise(lines):
            model.add(sum((x - y) * 2 ** (v - 1 - i) for i, (x, y) in enumerate(zip(line, after))) >= 0)
    return sum(rows, [])


PROBLEMS = {
    "queens": lambda: queens(9), "golomb": lambda: golomb(9), "all-interval": lambda: all_interval(10),
    "magic-square": lambda: magic_square(4), "costas": lambda: costas(9), "langford": lambda: langford(8),
    "coins": lambda: coins(150), "latin-square": lambda: latin_square(6), "colours": lambda: colours(3, 4),
    "schur": lambda: schur(13, 3), "partition": lambda: partition(10), "block-design": lambda: block_design(13, 4),
}


class Count(cp_model.CpSolverSolutionCallback):
    found = 0

    def on_solution_callback(self):
        self.found += 1


variables = PROBLEMS[sys.argv[1]]()
model.add_decision_strategy(variables, cp_model.CHOOSE_FIRST, cp_model.SELECT_MIN_VALUE)
solver, count = cp_model.CpSolver(), Count()
solver.parameters.num_workers = 1
solver.parameters.search_branching = cp_model.FIXED_SEARCH
solver.parameters.enumerate_all_solutions = sys.argv[1] != "golomb"
solver.solve(model, count)
result = int(solver.objective_value) if sys.argv[1] == "golomb" else count.found
print(result, solver.num_branches, solver.user_time)
