"""An independent checker of Arbiter's certificates, written from docs/certificate.md alone."""

from .certificate import verdict

__all__ = ["verdict"]
