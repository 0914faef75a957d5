#!/usr/bin/env python3
"""Compares `moksori pronounce` with the Python package kornorm over a list of words.

    python3 tests/compare_kornorm.py [path of moksori] [list of words]

Prints each difference and the share of equal lines. Where kornorm is not installed it says so and stops with status 0.
The kinds of difference are explained in src/text/pronounce/mod.rs.
"""

import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).parent


def main() -> int:
    try:
        import kornorm
    except ImportError:
        print("skipped: kornorm is not installed (pip install kornorm)")
        return 0
    program = sys.argv[1] if len(sys.argv) > 1 else "moksori"
    words = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else HERE / "text_corpus" / "ko_words.txt"
    written = words.read_text(encoding="utf-8").splitlines()
    answer = subprocess.run(
        [program, "pronounce", str(words)], stdout=subprocess.PIPE, check=True, encoding="utf-8"
    )
    ours = answer.stdout.splitlines()
    if len(ours) != len(written):
        print(f"{len(written)} lines in, {len(ours)} out", file=sys.stderr)
        return 1
    reference = kornorm.PhonologicProcessor()
    n_equal = 0
    for line, mine in zip(written, ours):
        theirs = reference(line, "hangul").strip()
        if mine == theirs:
            n_equal += 1
        else:
            print(f"{line}\tmoksori {mine}\tkornorm {theirs}")
    print(f"{n_equal} of {len(written)} equal ({100 * n_equal / len(written):.1f}%)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
