// Tables of what there is, for `heddle list` and `heddle explain`.
#pragma once

#include <functional>
#include <string_view>

#include "study/tables/table.hpp"

namespace heddle::cli {

/// Whether a name is to be in a table.
using Wanted = std::function<bool(std::string_view name)>;

inline bool all_names(std::string_view) { return true; }
/// Those of a list that outlives it.
Wanted among(const std::vector<std::string>& names);

/// What `heddle list` takes: tables, kinds of policies, and the results of sweeps.
std::vector<std::string> list_subjects();

study::Table kinds_table(const Wanted& wanted);
study::Table machines_table(const Wanted& wanted);
/// By the name of the operation.
study::Table instructions_table(const Wanted& wanted);
study::Table statistics_table(const Wanted& wanted);
study::Table parameters_table(const Wanted& wanted);
/// By "probe.<name>".
study::Table probes_table(const Wanted& wanted);
/// By "<kind>.<name>".
study::Table policies_table(const Wanted& wanted);

}  // namespace heddle::cli
