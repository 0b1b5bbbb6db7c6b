// Collects the names of objects with a name, for messages that list them.
#pragma once

#include <string>
#include <vector>

namespace heddle {

template <typename Range>
std::vector<std::string> names_of(const Range& all) {
  std::vector<std::string> names;
  for (const auto& one : all) names.push_back(one.name);
  return names;
}

}  // namespace heddle
