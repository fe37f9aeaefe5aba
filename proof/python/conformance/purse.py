"""What a list of nodes pays for looks, as the document says and as others may read it."""

import json

LIST, NODE, CHARACTER = 65536, 4096, 512
# Nodes that cost little: s has few characters, l many, with castling rights and an en passant square.
SHORT = [f"k7/8/8/8/8/8/8/{at or ''}K{7 - at or ''} b - -" for at in range(8)]
LONG = [
    f"r3k2r/p1p1p1p1/1p1p1p1p/8/{up}/1P1P1P1P/{down}/R3K2R b KQkq {file}3"
    for file, up, down in (
        ("a", "P7", "2P1P1P1"),
        ("c", "2P5", "P3P1P1"),
        ("e", "4P3", "P1P3P1"),
        ("g", "6P1", "P1P1P3"),
    )
]


def purse(nodes):
    """What all looks of a list of nodes may cost."""
    return LIST + sum(NODE + CHARACTER * len(text) for text, *_ in nodes)


def as_before(nodes, _=None):
    """What was paid before December 2026: the same for each node."""
    return 32768 * (len(nodes) + 2)


def _by(length):
    """Another length of the text."""
    return lambda nodes, _: LIST + sum(NODE + CHARACTER * length(text) for text, *_ in nodes)


def _men(text):
    return len(text.split()[0])


def _without_rights(text):
    return len(" ".join(text.split()[:2]))


def _spaces(text):
    return len(text.replace(" ", ""))


def _pieces(text):
    return sum(letter.isalpha() for letter in text.split()[0])


def _squares(text):
    return len(text) + sum(int(letter) - 1 for letter in text.split()[0] if letter.isdigit())


def _plain(text):
    return len(" ".join(text.split()[:2] + ["- -"]))


def _no_passant(text):
    return len(" ".join(text.split()[:3] + ["-"]))


# A name, the nodes there are, why, and what another reader takes the purse to be, given the nodes and the text of
# the position asked about.
OTHERS = (
    ("short", "ss", "with few characters a node pays less than 32,768", as_before),
    ("long", "ll", "with many characters a node pays more than 32,768", as_before),
    ("men", "ss", "the side to move, rights and en passant square are written there, too", _by(_men)),
    ("rights", "sl", "rights and en passant square are written there, too", _by(_without_rights)),
    ("rights-other", "ls", "rights and en passant square have as many characters as are written", _by(_plain)),
    ("passant", "sls", "an en passant square has two characters", _by(_no_passant)),
    ("spaces", "sss", "spaces are characters", _by(_spaces)),
    ("pieces", "l", "characters are counted, not men", _by(_pieces)),
    ("squares", "ssl", "characters are counted, not squares: a digit is one", _by(_squares)),
    ("quotes", "lss", "quotation marks are not of the text", _by(lambda text: len(text) + 2)),
    ("whole", "ssss", "the position is counted, not all that the node says",
     lambda nodes, _: LIST + sum(NODE + CHARACTER * len(json.dumps(node)) for node in nodes)),
    ("list", "llss", "a list pays 65,536 besides", lambda nodes, _: purse(nodes) - LIST),
    ("node", "lls", "a node pays 4,096 besides", lambda nodes, _: purse(nodes) - NODE * len(nodes)),
    ("node-once", "lsl", "each node pays 4,096 besides", lambda nodes, _: purse(nodes) - NODE * (len(nodes) - 1)),
    ("root", "sll", "a node pays for its own characters, not for those of the position that is asked about",
     lambda nodes, root: purse([[root]] * len(nodes))),
    ("root-too", "sssl", "the position that is asked about is in no list, and pays nothing",
     lambda nodes, root: purse([*nodes, [root]])),
    ("first", "lssl", "each node pays for its own characters, not for those of the first",
     lambda nodes, _: purse(nodes[:1] * len(nodes))),
    ("last", "slls", "each node pays for its own characters, not for those of the last",
     lambda nodes, _: purse(nodes[-1:] * len(nodes))),
)  # fmt: skip


def chosen(kinds):
    """The texts of so many short and long nodes."""
    short, long = iter(SHORT), iter(LONG)
    return [next(short if kind == "s" else long) for kind in kinds]


def told_apart(made, prefix, node_of, filled, others=OTHERS):
    """A case for each other reader: what costs just what the nodes pay where it says that is too much, and 16 more
    where it says that may be. `filled` gives a certificate with such nodes, and its list."""
    for name, kinds, why, reading in others:
        nodes = [node_of(text) for text in chosen(kinds)]
        for more, build in ((0, made.odd), (16, made.trap)):
            case, listed = filled(nodes, more)
            cost, other = purse(listed) + more, reading(listed, case["position"])
            if (cost <= other) == (more > 0):
                build(f"{prefix}{name}", why, case)
                break
        else:
            raise RuntimeError(f"{prefix}{name}: tells nobody apart")
