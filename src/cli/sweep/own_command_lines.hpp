// Lets the commands themselves check the command lines with which a sweep starts its runs.
#pragma once

#include "study/plan/command_lines.hpp"

namespace heddle::cli {

/// Reads the options as `heddle run` and `heddle corun` do.
class OwnCommandLines final : public study::CommandLines {
 public:
  void check_kernel(const std::vector<std::string>& options) const override;
  void check_corun(const std::vector<std::string>& words, std::size_t programs) const override;
};

}  // namespace heddle::cli
