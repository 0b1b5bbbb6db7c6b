#include "heddle/gpu/counters.hpp"

namespace heddle::gpu {

void GridCounters::describe(StatisticVisitor& visit) const {
  const auto cycles = static_cast<double>(ended - started);
  visit.count("cycles", ended - started, "cycles",
              "core cycles from the launch to the end of the last block");
  visit.ratio("ipc.warp", static_cast<double>(kernel.warp_instructions), cycles,
              "instructions/cycle", "warp instructions, whole GPU");
  visit.ratio("ipc.thread", static_cast<double>(kernel.thread_instructions), cycles,
              "instructions/cycle", "thread instructions, whole GPU");
  kernel.describe(visit);
  visit.group("l2", l2);
  visit.group("request_crossbar", requests);
  visit.group("reply_crossbar", replies);
  visit.group("dram", dram);
  visit.ratio("dram.utilization", static_cast<double>(dram.bytes),
              static_cast<double>(dram_peak_bytes), "",
              "data moved over what the pins could have moved");
  visit.group("stall", stalls);
}

GridCounters operator-(const GridCounters& later, const GridCounters& earlier) {
  GridCounters difference = later;
  difference.started = earlier.ended;
  difference.kernel -= earlier.kernel;
  difference.l2 -= earlier.l2;
  difference.dram -= earlier.dram;
  difference.requests -= earlier.requests;
  difference.replies -= earlier.replies;
  difference.stalls -= earlier.stalls;
  return difference;
}

}  // namespace heddle::gpu
