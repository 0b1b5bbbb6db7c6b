// What the policies of one SM noted, by launch.
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

  /// Those about the launch by their cycle, which are forgotten.
  std::vector<NotedLine> take(std::uint64_t grid);

 private:
  std::map<std::uint64_t, std::vector<NotedLine>> lines_;  ///< by launch
};

}  // namespace heddle::probe
