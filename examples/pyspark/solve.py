"""Solves a file of Sudoku puzzles with Klammer on Spark: `klammer solve -` is the filter that each partition is piped through.

    python solve.py puzzles.sdm solutions             # all cores of this machine
    spark-submit --master yarn --files klammer,my.lisp solve.py --klammer ./klammer --heuristic my.lisp hdfs:///puzzles hdfs:///solutions

The result is a folder of text files with a line `puzzle,solution` for each puzzle, in the order of the input.
"""

import argparse
import shlex
import sys

from pyspark.sql import SparkSession


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("puzzles", help="a file or folder of lines with one puzzle each; anything Spark can read")
    parser.add_argument("solutions", help="the folder to write, which must not exist")
    parser.add_argument("--klammer", default="klammer", help="the program, as a worker finds it (default: on its path)")
    parser.add_argument("--heuristic", help="a script that says how to search, as a worker finds it (default: the library's search)")
    parser.add_argument("--partitions", type=int, help="parts to work on at the same time (default: one for each core)")
    return parser.parse_args()


def main():
    options = arguments()
    # The master is what spark-submit says; without it, every core of this machine.
    spark = SparkSession.builder.appName("klammer solve").getOrCreate()
    context = spark.sparkContext
    context.setLogLevel("WARN")

    # Each worker runs one process for each partition: that is all the parallelism there should be.
    command = [options.klammer, "solve", "-", "--to", "line", "--jobs", "1", "--quiet"]
    if options.heuristic:
        command += ["--heuristic", options.heuristic]

    parts = options.partitions or context.defaultParallelism
    puzzles = context.textFile(options.puzzles, parts).filter(lambda line: line.strip() and not line.startswith("#"))
    # Small partitions of a large file are as good as large ones: a process starts in milliseconds. A puzzle takes one line in and one line out,
    # also if it has no solution, so that the lines can be put side by side again.
    solutions = puzzles.pipe(shlex.join(command))
    puzzles.zip(solutions).map(",".join).saveAsTextFile(options.solutions)
    spark.stop()


if __name__ == "__main__":
    sys.exit(main())
