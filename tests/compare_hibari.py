#!/usr/bin/env python3
"""Compares the studio's reading of English with that of the package hibari-tts, which the voice comes from.

  compare_hibari.py reference             lines of normalised text in, one JSON string of phonemes for each out
  compare_hibari.py oov MODEL             lines of JSON lists of character ids in, the net's raw output ids out
  compare_hibari.py words FOLDER COUNT    COUNT words of the lexicons in FOLDER, plain, inflected and with capitals
  compare_hibari.py program MOKSORI FILE  compares `MOKSORI phonemes` with the reference, line by line of FILE

Needs Python 3.9 with `hibari-tts` (and its onnxruntime). The first three are what tests/compare_hibari.rs runs.
"""

import difflib
import gzip
import json
import os
import subprocess
import sys


def reference_reader():
    """The package's reading of one line of normalised text: its sentences, joined by spaces."""
    from hibari import Hibari
    from hibari.g2p import G2P

    g2p = G2P()

    def read(line):
        sentences = Hibari.split_sentences(line)
        return " ".join(g2p(sentence, normalize_text=False) for sentence in sentences)

    return read


def lines_of(stream):
    return [line.rstrip("\n") for line in stream]


def reference():
    read = reference_reader()
    for line in lines_of(sys.stdin):
        print(json.dumps(read(line), ensure_ascii=False))


def oov(model):
    import numpy
    import onnxruntime

    session = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])
    name = session.get_inputs()[0].name
    for line in lines_of(sys.stdin):
        ids = numpy.array([json.loads(line)], dtype=numpy.int64)
        print(json.dumps(session.run(None, {name: ids})[0].reshape(-1).tolist()))


def inflected(word, i):
    """Every so often another form than the plain one; not all of them are real words, which is as it should be."""
    stem = word[:-1] if word.endswith("e") else word
    forms = [
        word, word + "s", word, stem + "ed", word, stem + "ing", word.capitalize(), word + "'s",
        word, word + word[-1] + "ing", word.upper(), word + "s'",
    ]
    return forms[i % len(forms)]


def words(folder, count):
    keys = []
    for name in ("lexicon_us_gold.json.gz", "lexicon_us_silver.json.gz"):
        with gzip.open(os.path.join(folder, name), "rt", encoding="utf-8") as file:
            keys.extend(sorted(json.load(file)))
    step = max(1, len(keys) // count)
    for i in range(count):
        print(inflected(keys[(i * step) % len(keys)], i))


def program(moksori, path):
    read = reference_reader()
    with open(path, encoding="utf-8") as file:
        lines = [line for line in lines_of(file) if line.strip()]

    def run(command, *options):
        text = "\n".join(lines) + "\n"
        result = subprocess.run(
            [moksori, command, "-", *options], input=text, capture_output=True, encoding="utf-8", check=True
        )
        return result.stdout.splitlines()

    spoken, ours = run("spoken", "--language", "en"), run("phonemes", "--voice", "heart")
    if not len(lines) == len(spoken) == len(ours):
        sys.exit(f"{len(lines)} lines, but {len(spoken)} spoken forms and {len(ours)} lines of phonemes")
    n_words = n_differ = 0
    for line, found in zip(spoken, ours):
        marks = str.maketrans("", "", "“”")
        expect, found = read(line).translate(marks).split(), found.translate(marks).split()
        n_words += len(expect)
        for kind, a, b, c, d in difflib.SequenceMatcher(None, expect, found, autojunk=False).get_opcodes():
            if kind != "equal":
                n_differ += max(b - a, d - c)
                print(f"{line}\n  reference {' '.join(expect[a:b])}\n  moksori   {' '.join(found[c:d])}")
    print(f"{n_words} words, {n_differ} differ: {100 - 100 * n_differ / max(1, n_words):.3f} % agree")


def main(arguments):
    commands = {"reference": (reference, 0), "oov": (oov, 1), "words": (words, 2), "program": (program, 2)}
    function, n_arguments = commands.get(arguments[0] if arguments else "", (None, 0))
    if function is None or len(arguments) != 1 + n_arguments:
        sys.exit(__doc__)
    values = arguments[1:]
    if function is words:
        values[1] = int(values[1])
    try:
        function(*values)
    except ImportError as error:
        sys.exit(f"this comparison needs a package that is not there: {error}")


if __name__ == "__main__":
    sys.stdin.reconfigure(encoding="utf-8")
    sys.stdout.reconfigure(encoding="utf-8")
    main(sys.argv[1:])
