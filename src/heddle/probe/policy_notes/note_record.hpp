// Records the notes of one SM's policies, by launch.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "heddle/probe/unit_probe.hpp"

namespace heddle::probe {

struct NotedLine {
  Cycle cycle = 0;
  std::string policy, text;
};

class NoteRecord final : public UnitHears<model::PolicyNote> {
 public:
  void on(const model::PolicyNote& note) override;

  /// Returns the notes about the launch, with their cycles, and removes them.
  std::vector<NotedLine> take(std::uint64_t grid);

 private:
  std::map<std::uint64_t, std::vector<NotedLine>> lines_;  ///< indexed by launch number
};

}  // namespace heddle::probe
