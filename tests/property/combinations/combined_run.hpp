// A run of the program with the choices of a combination.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "choices.hpp"
#include "heddle/sim/launches/launch_record.hpp"
#include "program.hpp"

namespace heddle::sim {

struct CombinedRun {
  std::string refusal;  ///< why it does not begin; "": it ran
  std::string failure;  ///< why it did not end; "": it ended
  std::vector<LaunchRecord> records;
  std::vector<std::uint32_t> words;  ///< what both launches have written
};

CombinedRun run_combined(const std::vector<const Choice*>& choices,
                         const CombinedProgram& program = mixed_program());

}  // namespace heddle::sim
