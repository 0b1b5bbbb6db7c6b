// The option --policy, which many commands have.
#pragma once

#include <filesystem>
#include <vector>

#include <CLI/CLI.hpp>

namespace heddle::cli {

inline void add_policy_option(CLI::App& app, std::vector<std::filesystem::path>& libraries) {
  app.add_option("--policy", libraries,
                 "a library of policies (heddle policy build), or a file of Python with policies")
      ->type_name("FILE")
      ->take_all()
      ->allow_extra_args(false);
}

}  // namespace heddle::cli
