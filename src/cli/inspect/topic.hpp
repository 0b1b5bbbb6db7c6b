// A kind of thing that `heddle explain` knows: how its members are named, when a word means one,
// and what is said of it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "study/tables/table.hpp"

namespace heddle::cli {

/// How a name fits a word: `whole` is the thing that the word names, the others are things of which
/// the word names a part.
enum class Fit : std::uint8_t { none, beginning, part, whole };

/// Whom and where to explain to.
struct Listener {
  std::string machine;  ///< whose values are told
  std::size_t width;    ///< of the terminal; 0: there is none
};

struct Topic {
  std::string_view kind;      ///< "statistics"
  std::string_view examples;  ///< words that may be asked for
  std::vector<std::string> (*names)();
  Fit (*fit)(const std::string& name, const std::string& word);
  std::string (*text)(const std::string& name, const Listener& listener);
  study::Table (*table)(const std::vector<std::string>& names);
};

/// Of dotted names: "l1d" and "hits" are parts of "l1d.hits", and "l1" is its beginning.
Fit fit_of_dotted(const std::string& name, const std::string& word);

/// The words as an indented paragraph that begins with `head`.
std::string paragraph(std::string_view head, std::string_view words, const Listener& listener);

/// Policies, their kinds, parameters.
std::span<const Topic> setting_topics();
/// What looks at a run.
std::span<const Topic> probe_topics();
/// Statistics, machines, workloads, instructions.
std::span<const Topic> other_topics();

}  // namespace heddle::cli
