// The tables of names and meanings that `heddle list` and `heddle explain` print.
#pragma once

#include <functional>
#include <string_view>

#include "study/tables/table.hpp"

namespace heddle::cli {

/// Whether a table shows the name.
using Wanted = std::function<bool(std::string_view name)>;

inline bool all_names(std::string_view) { return true; }
/// Chooses the names in the list, which must outlive the result.
Wanted among(const std::vector<std::string>& names);

/// The subjects that `heddle list` can list: tables, kinds of policies, and the results of sweeps.
std::vector<std::string> list_subjects();

study::Table kinds_table(const Wanted& wanted);
study::Table machines_table(const Wanted& wanted);
/// `wanted` gets the name of an operation.
study::Table instructions_table(const Wanted& wanted);
study::Table statistics_table(const Wanted& wanted);
study::Table parameters_table(const Wanted& wanted);
/// `wanted` gets "probe.<name>".
study::Table probes_table(const Wanted& wanted);
/// `wanted` gets "<kind>.<name>".
study::Table policies_table(const Wanted& wanted);

}  // namespace heddle::cli
