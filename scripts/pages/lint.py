"""What a page may not say: numbers that nobody measures again, values that a machine does not have, dead links."""
import re
import tomllib

NUMBER = re.compile(r"\d+(?:\.\d+)? ?%|\d+\.\d+|\d{1,3}(?:,\d{3})+|\b\d{3,}\b")
PARAMETER = re.compile(r"`([\w-]+): ([a-z][\w.]*) = ([^`]+)`")
LINK = re.compile(r"\]\(([^)#\s]*)(?:#([^)\s]*))?\)")
# Years, and sections, figures, tables and versions of others' documents.
ALLOWED = re.compile(r"\b(?:19|20)\d\d\b|\b(?:sections?|chapters?|Sections?|Chapters?|Figures?|Tables?|version|GPGPU-Sim|Debian|CUDA|PTX|compute capability|C\+\+)"
                     r" \d+(?:\.\d+)*(?:(?:,| and| to) \d+(?:\.\d+)*)*")


def faults(page, text, root):
    """Each ":LINE: what is wrong"."""
    plain = without_fences(text)
    found = link_faults(page, plain, root) + parameter_faults(plain, root)
    if page.parent.name == "guide":
        found += number_faults(plain)
    return [f":{line}: {what}" for line, what in sorted(found)]


def without_fences(text):
    """The text with code blocks and comments emptied; lines keep their numbers."""
    keep_lines = lambda match: "\n" * match[0].count("\n")
    return re.sub(r"^```.*?^```$|<!--.*?-->", keep_lines, text, flags=re.MULTILINE | re.DOTALL)


def number_faults(plain):
    found = []
    for number, line in enumerate(plain.splitlines(), 1):
        prose = ALLOWED.sub("", re.sub(r"`[^`]*`|\]\([^)]*\)", "", line))
        found += [(number, f"'{match[0]}' is a number that no command writes: show it in a ```console block, or say it "
                   "in words") for match in NUMBER.finditer(prose)]
    return found


def machine_values(root, name):
    with open(root / "machines" / f"{name}.toml", "rb") as file:
        own = tomllib.load(file)
    values = machine_values(root, own.pop("base")) if "base" in own else {}
    return {**values, **flattened(own)}


def flattened(table, prefix=""):
    values = {}
    for key, value in table.items():
        values.update(flattened(value, f"{prefix}{key}.") if isinstance(value, dict) else {prefix + key: value})
    return values


def parameter_faults(plain, root):
    found = []
    for number, line in enumerate(plain.splitlines(), 1):
        for machine, key, value in PARAMETER.findall(line):
            if not (root / "machines" / f"{machine}.toml").exists():
                found.append((number, f"there is no machine {machine}"))
                continue
            is_value = str(machine_values(root, machine).get(key, "not there")).lower()
            if is_value != value.strip('"').lower():
                found.append((number, f"{key} of {machine} is {is_value}, not {value}"))
    return found


def link_faults(page, plain, root):
    found = []
    for number, line in enumerate(plain.splitlines(), 1):
        for target, heading in LINK.findall(re.sub(r"`[^`]*`", "", line)):
            if target.startswith(("http:", "https:", "mailto:")):
                continue
            file = (page.parent / target).resolve() if target else page
            if not file.exists():
                found.append((number, f"there is no {target}"))
            elif heading and file.suffix == ".md" and heading not in anchors(file.read_text()):
                found.append((number, f"{file.name} has no heading #{heading}"))
    return found


def anchors(text):
    """Names of the headings' anchors, as GitHub makes them."""
    titles = re.findall(r"^#+ (.*)$", text, flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}
