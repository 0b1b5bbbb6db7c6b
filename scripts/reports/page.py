"""A page of a report: a title, a paragraph on what is measured, sections with text and tables."""
import textwrap

WIDTH = 140


class Page:
    """Markdown, put together piece by piece. The stamp is added when the page is written (stamp.py)."""

    def __init__(self, title, introduction):
        self._pieces = [f"# {title}", introduction.strip()]

    def section(self, title):
        self._pieces.append(f"## {title}")

    def text(self, text):
        """A paragraph."""
        self._pieces.append(textwrap.fill(text.strip(), WIDTH, break_long_words=False, break_on_hyphens=False))

    def table(self, header, rows):
        """Cells are texts; a row has as many as the header."""
        rows = list(rows)
        if not rows:
            raise ValueError(f"the table {header} has no rows")
        lines = [_line(header), "|" + "---|" * len(header)]
        for row in rows:
            if len(row) != len(header):
                raise ValueError(f"a row of {len(row)} cells below a header of {len(header)}: {row}")
            lines.append(_line(row))
        self._pieces.append("\n".join(lines))

    def body(self):
        return "\n\n".join(self._pieces) + "\n"


def _line(cells):
    return "| " + " | ".join(str(cell).replace("|", "\\|") for cell in cells) + " |"
