// A kind of thing that `heddle explain` knows, such as statistics. A topic has the names of its
// members, a rule for which member a word means, and the explanation of a member.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "study/tables/table.hpp"

namespace heddle::cli {

/// How well a name matches the word that the user typed, from none to best. `within`: the words of
/// the name, which dots, underscores, hyphens and blanks separate, contain the words of the word.
enum class Fit : std::uint8_t { none, within, beginning, part, whole };

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
  /// Whether the names are words for which other topics have names, as a term has parameters.
  bool is_general = false;
  /// All names of what the name stands for. Null: there are no others.
  std::vector<std::string> (*synonyms)(const std::string& name) = nullptr;
};

/// The text in lower case, with an underscore for each blank and hyphen. Words that users type are
/// compared in this form.
std::string folded(std::string_view text);

/// How well a dotted name matches a folded word. For example, "l1d" and "hits" are parts of the
/// name "l1d.hits", "l1" is its beginning, and "mshr" is within "l1.mshr_entries".
Fit fit_of_dotted(const std::string& name, const std::string& word);

/// How well a name matches a folded word if only the beginning of the name may be left out.
Fit fit_of_name(const std::string& name, const std::string& word);

/// Whether the text has the words of a folded word, one after the other, each perhaps in the
/// plural.
bool mentions(std::string_view text, const std::string& word);

/// The words as an indented paragraph that begins with `head`.
std::string paragraph(std::string_view head, std::string_view words, const Listener& listener);

/// All topics, in the order in which their explanations are printed.
std::vector<const Topic*> all_topics();

/// Topics of terms, commands, ends of runs and errors.
std::span<const Topic> word_topics();
/// Topics of policies, their kinds, and parameters.
std::span<const Topic> setting_topics();
/// The topic of probes.
std::span<const Topic> probe_topics();
/// Topics of statistics, stall reasons, limits and tables of results.
std::span<const Topic> result_topics();
/// Topics of machines, workloads, instructions and patterns.
std::span<const Topic> other_topics();
/// Topics of the names that GPGPU-Sim has.
std::span<const Topic> gpgpusim_topics();

}  // namespace heddle::cli
