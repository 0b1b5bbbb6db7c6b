// A kind of thing that `heddle explain` knows, such as statistics. A topic has the names of its
// members, a rule for which member a word means, and the explanation of a member.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "study/tables/table.hpp"

namespace heddle::cli {

/// How well a name matches the word that the user typed. `whole`: the word is the name. `part`,
/// `beginning`: the word is a part or the beginning of the name.
enum class Fit : std::uint8_t { none, beginning, part, whole };

/// The machine and the terminal for which an explanation is written.
struct Listener {
  std::string machine;  ///< the machine whose values are shown
  std::size_t width;    ///< columns of the terminal; 0: there is none
};

struct Topic {
  std::string_view kind;      ///< such as "statistics"
  std::string_view examples;  ///< words that users may ask for
  std::vector<std::string> (*names)();
  Fit (*fit)(const std::string& name, const std::string& word);
  std::string (*text)(const std::string& name, const Listener& listener);
  study::Table (*table)(const std::vector<std::string>& names);
};

/// How well a dotted name matches a word. For example, "l1d" and "hits" are parts of the name
/// "l1d.hits", and "l1" is its beginning.
Fit fit_of_dotted(const std::string& name, const std::string& word);

/// The words as an indented paragraph that begins with `head`.
std::string paragraph(std::string_view head, std::string_view words, const Listener& listener);

/// Topics of policies, their kinds, and parameters.
std::span<const Topic> setting_topics();
/// The topic of probes.
std::span<const Topic> probe_topics();
/// Topics of statistics, machines, workloads, instructions and patterns.
std::span<const Topic> other_topics();

}  // namespace heddle::cli
