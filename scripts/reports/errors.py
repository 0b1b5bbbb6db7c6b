"""What ends a report without a page."""


class ReportError(Exception):
    """Its text says what is wrong, where, and what to do."""
