"""The revision that a page is about."""
import subprocess

from reports.errors import ReportError


def _git(root, *words):
    try:
        return subprocess.run(["git", "-C", str(root), *words], check=True, capture_output=True, text=True).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        raise ReportError(f"{root} is no git checkout, and a page names the revision it is about: {error}") from error


def head(root):
    return _git(root, "rev-parse", "--short", "HEAD").strip()


def of_file(root, path):
    """The revision that changed a file last, and its date."""
    found = _git(root, "log", "-1", "--format=%h %as", "--", path).split()
    if not found:
        raise ReportError(f"{path} is not committed, so that nothing says of which revision it is")
    return tuple(found)


def changes(root, pages):
    """Files that differ from the revision or are not in it; `pages`, the folder of what is written, does not count."""
    lines = _git(root, "status", "--porcelain", "--untracked-files=all").splitlines()
    paths = [line[3:].split(" -> ")[-1].strip('"') for line in lines]
    return [path for path in paths if not (path.startswith(pages + "/") and path.endswith(".md"))]
