"""heddle, a cycle-level GPU simulator, from Python.

    import heddle, numpy
    gpu = heddle.Simulation("gtx480", {"warp_scheduler": "gto", "l1": {"hit_latency": 40}})
    scale = gpu.load_file("scale.ptx")["scale"]
    numbers = numpy.arange(512, dtype=numpy.uint32)
    result = scale(numbers, 7, grid=4, block=128)      # numbers are scaled
    result.cycles, result.statistics.ipc.warp

`Simulation` runs kernels in this process, `run` and `sweep` whole CUDA programs by heddle's own commands.
What is wrong ends in a heddle.Error whose text says what, where, and what to type instead.
"""
from heddle._arrays import Array
from heddle._errors import CommandError, Error, PolicyError, SourceError, UnknownName
from heddle._frames import frame
from heddle._heddle import (BlockDispatched, BlockFinished, BlockSent, DramAccess, GridEnded, GridStarted,
                            InstructionIssued, L1Access, L2Access, SlotStalled, Sm, Warp, WarpFinished, WarpLaunched)
from heddle._heddle import version as __version__
from heddle._kernels import Kernel, Launch, Module
from heddle._machines import describe, machine, machines, policies
from heddle._policies import Probe, Throttle, WarpScheduler
from heddle._programs import Run, compile_program, ptx_of, read_run, run
from heddle._results import Result
from heddle._simulation import Simulation
from heddle._statistics import Statistics
from heddle._sweeps import Results, load, read_results, sweep
from heddle._warnings import ArrayWarning

__all__ = [
    "Array", "ArrayWarning", "BlockDispatched", "BlockFinished", "BlockSent", "CommandError", "DramAccess", "Error", "GridEnded",
    "GridStarted", "InstructionIssued", "Kernel", "L1Access", "L2Access", "Launch", "Module", "PolicyError", "Probe",
    "Result", "Results", "Run", "Simulation", "SlotStalled", "Sm", "SourceError", "Statistics", "Throttle",
    "UnknownName", "Warp", "WarpFinished", "WarpLaunched", "WarpScheduler", "__version__", "compile_program",
    "describe", "frame", "load", "machine", "machines", "policies", "ptx_of", "read_results", "read_run", "run", "sweep",
]
