"""The result of a launch."""
from __future__ import annotations

from typing import Any

from heddle._heddle import Record
from heddle._statistics import Statistics


class Result:
    """A launch that has ended, or was cut off: then `complete` is False."""

    def __init__(self, record: Record) -> None:
        self._record = record

    @property
    def launch(self) -> int:
        """The number of the launch in its simulation, from 0 on."""
        return self._record.launch

    @property
    def kernel(self) -> str:
        """Its name, as C++ writes it."""
        return self._record.kernel

    @property
    def symbol(self) -> str:
        return self._record.symbol

    @property
    def grid(self) -> tuple[int, int, int]:
        return self._record.grid

    @property
    def block(self) -> tuple[int, int, int]:
        return self._record.block

    @property
    def registers(self) -> int:
        """Per thread."""
        return self._record.registers

    @property
    def shared_bytes(self) -> int:
        """Per block."""
        return self._record.shared_bytes

    @property
    def blocks_per_sm(self) -> int:
        """Blocks that fit on an empty SM."""
        return self._record.blocks_per_sm

    @property
    def limited_by(self) -> str:
        """What bounds blocks_per_sm."""
        return self._record.limited_by

    @property
    def timed(self) -> bool:
        """False: the launch was only computed (run.timing=none)."""
        return self._record.timed

    @property
    def complete(self) -> bool:
        return self._record.complete

    @property
    def started(self) -> int:
        """Core cycle since the simulation began."""
        return self._record.started

    @property
    def ended(self) -> int:
        return self._record.ended

    @property
    def cycles(self) -> int:
        return self.ended - self.started

    @property
    def statistics(self) -> Statistics:
        """`describe(name)` says what one means."""
        return Statistics(self._record.values())

    @property
    def sms(self) -> list[Statistics]:
        """The statistics of each SM, with {"run.stats_sms": True}."""
        return [Statistics(values) for values in self._record.sms()]

    def as_row(self) -> dict[str, Any]:
        """Everything but the SMs, for a table."""
        names = ("launch", "kernel", "registers", "shared_bytes", "blocks_per_sm", "limited_by", "timed", "complete")
        row: dict[str, Any] = {name: getattr(self, name) for name in names}
        row["grid"], row["block"] = "x".join(map(str, self.grid)), "x".join(map(str, self.block))
        return {**row, "cycles": self.cycles, **self.statistics}

    def __repr__(self) -> str:
        state = "" if self.complete else ", cut off"
        return f"<Result of {self.kernel}: {self.cycles} cycles{state}>"
