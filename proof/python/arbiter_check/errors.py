"""How a check ends, if not in acceptance."""


class Refused(Exception):
    """The certificate is not valid. `rule` is a name of the document's last table."""

    def __init__(self, rule, reason):
        super().__init__(f"{rule}: {reason}")
        self.rule = rule
        self.reason = reason


class Stopped(Exception):
    """A limit of this checker: the certificate is neither accepted nor refused."""


def demand(condition, rule, reason):
    """Refuses unless the condition holds."""
    if not condition:
        raise Refused(rule, reason)
