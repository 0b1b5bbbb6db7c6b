"""The last line of a page: which command wrote it, of which revision, when, and a checksum by which an edit shows.

    Written by `scripts/report.py fidelity` of revision 0123abc, 2026-11-24. Checksum 0123456789abcdef.

A page written with changes in the tree says so: "of revision 0123abc with changes that are not committed". A page whose numbers
were measured without its command says whose they are:

    Imported from `docs/speed.md` of revision 0123abc, 2026-11-24; `scripts/report.py speed` measures it anew. Checksum ...
"""
import hashlib
import os
import pathlib
import re
import tempfile

SEPARATOR = "\n---\n\n"
COMMAND, OF_REVISION = r"`scripts/report\.py (?P<command>[^`]+)`", r"of revision [0-9a-f]{7,40}"
DATE = r"\d{4}-\d\d-\d\d"
SIGNATURES = (re.compile(rf"Written by {COMMAND} {OF_REVISION}( with changes that are not committed)?, {DATE}\."),
              re.compile(rf"Imported from `[\w/.-]+` {OF_REVISION}, {DATE}; {COMMAND} measures it anew\."))


def checksum(body, signature):
    """Of a page's text and of what its stamp says."""
    return hashlib.sha256((body + signature).encode()).hexdigest()[:16]


def signed(body, signature):
    return f"{body}{SEPARATOR}{signature} Checksum {checksum(body, signature)}.\n"


def stamped(body, command, revision, dirty, date):
    changes = " with changes that are not committed" if dirty else ""
    return signed(body, f"Written by `scripts/report.py {command}` of revision {revision}{changes}, {date}.")


def write_whole(path, text):
    """The file appears with all of its text or stays as it was."""
    path = pathlib.Path(path)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix="." + path.name)
    try:
        with os.fdopen(handle, "w") as file:
            file.write(text)
        os.chmod(name, 0o644)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


def fault_of(path, name, is_command):
    """What is wrong with a page, or None. `is_command(words)` says whether report.py takes these words for `name`."""
    body, _, stamp = path.read_text().rpartition(SEPARATOR)
    signature, _, given = stamp.rpartition(" Checksum ")
    found = next(filter(None, (pattern.fullmatch(signature) for pattern in SIGNATURES)), None)
    if not found:
        return f"{path} does not end in a stamp. Pages in reports/ are written by scripts/report.py alone."
    if not is_command(found["command"].split()):
        return f"{path}: its stamp names `scripts/report.py {found['command']}`, which does not write it."
    if given != checksum(body, signature) + ".\n":
        return (f"{path} is not as its command wrote it. Write it anew: scripts/report.py {found['command']}; "
                f"explanations belong into docs/guide/{name}.md.")
    return None
