// Keeps the stream of one SM's L1 data cache until somebody takes it.
#pragma once

#include <vector>

#include "heddle/replay/record.hpp"

namespace heddle::replay {

class Recorder final : public model::Hears<model::WarpLaunched, model::L1Access, model::L1Flushed> {
 public:
  explicit Recorder(unsigned line_bytes) : line_bytes_(line_bytes) {}

  void on(const model::WarpLaunched& event) override { records.push_back(pack(warp_of(event))); }
  void on(const model::L1Access& event) override {
    if (is_access(event)) records.push_back(pack(access_of(event, line_bytes_)));
  }
  void on(const model::L1Flushed&) override { records.push_back(flush_record()); }

  std::vector<Record> records;  ///< not yet taken

 private:
  unsigned line_bytes_;
};

}  // namespace heddle::replay
