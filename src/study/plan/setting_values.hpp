// The values for which a [[setting]] of a sweep is made: `values`, a list whose elements replace
// {}, or `rows`, a table whose columns replace {COLUMN}.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "study/catalogue/strict_toml.hpp"

namespace heddle::study {

/// The texts that one setting replaces: (place such as "{}" or "{ways}", value).
using Replacements = std::vector<std::pair<std::string, std::string>>;

/// Reads `values`, or `columns` and `rows`. None: the setting is made once, as it is. Throws
/// SourceError for rows that do not fit their columns, and for a column without a place in `name`,
/// since the names of the settings would not tell its values apart.
std::vector<Replacements> read_setting_values(StrictTable& table, const std::string& name);

/// Replaces each place in the text by its value.
std::string with_values(std::string text, const Replacements& values);
void put_values(std::vector<std::string>& texts, const Replacements& values);

}  // namespace heddle::study
