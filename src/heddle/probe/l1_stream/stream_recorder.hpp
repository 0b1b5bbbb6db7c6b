// Records the stream of one SM's L1 data cache until the probe takes the records.
#pragma once

#include <vector>

#include "heddle/probe/unit_probe.hpp"
#include "heddle/replay/record.hpp"

namespace heddle::probe {

class StreamRecorder final
    : public UnitHears<model::WarpLaunched, model::L1Access, model::L1Flushed> {
 public:
  explicit StreamRecorder(unsigned line_bytes) : line_bytes_(line_bytes) {}

  void on(const model::WarpLaunched& event) override {
    records.push_back(replay::pack(replay::warp_of(event)));
  }
  void on(const model::L1Access& event) override {
    if (replay::is_access(event))
      records.push_back(replay::pack(replay::access_of(event, line_bytes_)));
  }
  void on(const model::L1Flushed&) override { records.push_back(replay::flush_record()); }

  std::vector<replay::Record> records;  ///< records that the probe has not taken yet

 private:
  unsigned line_bytes_;
};

}  // namespace heddle::probe
