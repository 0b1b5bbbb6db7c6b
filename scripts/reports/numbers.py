"""How reports write numbers, and the means they use."""
import math


def count(value):
    """1,234"""
    return f"{round(value):,}"


def percent(share, digits=0):
    """0.123 is 12%."""
    return f"{100 * share:.{digits}f}%"


def signed_percent(share, digits=1):
    return f"{100 * share:+.{digits}f}%"


def geometric_mean(values):
    values = list(values)
    return math.exp(sum(map(math.log, values)) / len(values))


def arithmetic_mean(values):
    values = list(values)
    return sum(values) / len(values)
