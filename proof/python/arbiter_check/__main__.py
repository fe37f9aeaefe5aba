"""`python -m arbiter_check FILE…`: one line for each certificate. A file has one, or one a line."""

import codecs
import json
import sys

from .certificate import verdict


def certificates(data):
    """The certificates of a file: a whole one, or one a line. It may begin with a byte order mark."""
    data = data.removeprefix(codecs.BOM_UTF8)
    lines = [line for line in data.split(b"\n") if line.strip()]
    if len(lines) > 1:
        try:
            json.loads(lines[0])
        except ValueError:
            return [data]
        return lines
    return [data]


def main(names):
    """Prints the verdicts; 0 if all were accepted, 3 if a limit stopped one, otherwise 1."""
    if not names or names[0] in ("-h", "--help"):
        print("usage: python -m arbiter_check FILE…   (- is standard input)", file=sys.stderr)
        return 2
    verdicts = []
    for name in names:
        try:
            data = sys.stdin.buffer.read() if name == "-" else open(name, "rb").read()
        except OSError as error:
            verdicts.append("refused")
            print(f"refused: {error}")
            continue
        for text in certificates(data):
            verdicts.append(verdict(text))
            print(verdicts[-1], flush=True)
    words = {text.split(":")[0] for text in verdicts}
    return 1 if "refused" in words else 3 if "stopped" in words else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
