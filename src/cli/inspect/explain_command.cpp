#include <algorithm>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/inspect/topic.hpp"
#include "cli/policy_option.hpp"
#include "heddle/base/error.hpp"
#include "heddle/base/text/suggestion.hpp"
#include "heddle/sim/settings/configuration.hpp"
#include "jobs/streams/standard_streams.hpp"

namespace heddle::cli {
namespace {

constexpr std::size_t kAll = ~std::size_t{0};
constexpr std::size_t kMentions = 8;  ///< rows of a topic that only mention the word

/// The names of one topic that fit a word.
struct Found {
  const Topic* topic;
  std::vector<std::string> names;
};

std::vector<Found> search(const std::string& word, Fit fit) {
  std::vector<Found> found;
  for (const Topic* topic : all_topics()) {
    std::vector<std::string> names = topic->names();
    std::erase_if(names, [&](const std::string& name) { return topic->fit(name, word) != fit; });
    if (!names.empty()) found.push_back({topic, std::move(names)});
  }
  return found;
}

std::string texts_of(const std::vector<Found>& all, const Listener& listener) {
  std::string text;
  for (const Found& found : all) {
    std::string last;  // two names may stand for one thing
    for (const std::string& name : found.names) {
      const std::string own = found.topic->text(name, listener);
      if (own != last) text += (text.empty() ? "" : "\n") + own;
      last = own;
    }
  }
  return text;
}

/// A list with a heading. Shows only the first rows if there are more than `most`.
std::string list_text(const Topic& topic, study::Table table, std::size_t most,
                      const Listener& listener) {
  const std::size_t all = table.rows.size();
  table.rows.resize(std::min(all, most));
  const std::string count =
      all > most ? fmt::format("{} of {}, --all shows the others", most, all) : fmt::to_string(all);
  return fmt::format("{} ({})\n\n{}", topic.kind, count, table.text(listener.width));
}

std::string lists_of(const std::vector<Found>& all, std::size_t most, const Listener& listener) {
  std::string text;
  for (const Found& found : all) {
    text += (text.empty() ? "" : "\n") +
            list_text(*found.topic, found.topic->table(found.names), most, listener);
  }
  return text;
}

/// Lists of what has the word in its meaning.
std::string mentions_of(const std::string& word, std::size_t most, const Listener& listener) {
  std::string text;
  for (const Topic* topic : all_topics()) {
    study::Table table = topic->table(topic->names());
    std::erase_if(table.rows, [&](const auto& row) {
      return std::ranges::none_of(row, [&](const auto& cell) { return mentions(cell, word); });
    });
    if (!table.rows.empty())
      text += (text.empty() ? "" : "\n") + list_text(*topic, std::move(table), most, listener);
  }
  return text;
}

bool is_one(const std::vector<Found>& all) { return all.size() == 1 && all[0].names.size() == 1; }

bool is_general(const Found& found) { return found.topic->is_general; }

/// What has the word, or another word for the same, in its name. Empty: nothing has.
std::string related(const std::string& word, const std::vector<Found>& things, std::size_t most,
                    const Listener& listener) {
  std::vector<std::string> words = {word};
  for (const Found& thing : things) {
    if (thing.topic->synonyms == nullptr) continue;
    for (const std::string& synonym : thing.topic->synonyms(thing.names.front()))
      words.push_back(folded(synonym));
  }
  for (const std::string& one : words) {
    for (const Fit fit : {Fit::whole, Fit::part, Fit::within}) {
      std::vector<Found> found = search(one, fit);
      std::erase_if(found, is_general);
      if (!found.empty()) return lists_of(found, fit == Fit::within ? most : kAll, listener);
    }
  }
  return "";
}

/// The word without the ending of the plural; "" if it has none.
std::string singular(const std::string& word) {
  return word.size() > 2 && word.ends_with('s') ? word.substr(0, word.size() - 1) : "";
}

/// The explanation of names that fit the word; "" if none does.
std::string explanation_of(const std::string& word, std::size_t most, const Listener& listener) {
  std::vector<Found> things = search(word, Fit::whole);
  for (Found& found : search(singular(word), Fit::whole)) {
    if (is_general(found)) things.push_back(std::move(found));
  }
  if (!things.empty()) {
    std::string text = texts_of(things, listener);
    if (!std::ranges::all_of(things, is_general)) return text;
    const std::string others = related(word, things, most, listener);
    return text + (others.empty() ? "" : "\n") + others;
  }
  for (const Fit fit : {Fit::part, Fit::beginning, Fit::within}) {
    const std::vector<Found> found = search(word, fit);
    if (is_one(found)) return texts_of(found, listener);
    if (!found.empty()) return lists_of(found, fit == Fit::within ? most : kAll, listener);
  }
  return "";
}

[[noreturn]] void refuse(const std::string& typed, const std::string& word) {
  std::vector<std::string> known;
  for (const Topic* topic : all_topics()) {
    for (std::string& name : topic->names()) {
      const std::size_t dot = name.find('.');
      if (dot != std::string::npos) known.push_back(name.substr(dot + 1));
      known.push_back(std::move(name));
    }
  }
  fail("nothing is called '{}'{} (heddle explain says what can be asked for)", typed,
       did_you_mean(word, known));
}

std::string explanation(const std::string& typed, std::size_t most, const Listener& listener) {
  const std::string word = folded(typed);
  for (const std::string& form : {word, singular(word)}) {
    const std::string text = form.empty() ? "" : explanation_of(form, most, listener);
    if (!text.empty()) return text;
  }
  const std::string text = mentions_of(word, most, listener);
  if (text.empty()) refuse(typed, word);
  return fmt::format("nothing is called '{}'; these mention it:\n\n{}", typed, text);
}

std::string overview(const Listener& listener) {
  study::Table table{{"there are", "", "for example"}, {}};
  for (const Topic* topic : all_topics()) {
    table.rows.push_back({fmt::format("{}", topic->names().size()), std::string(topic->kind),
                          std::string(topic->examples)});
  }
  table.align_right({0});
  return "heddle explain WORD says what a word means; a part of a name lists all that have "
         "it.\n\n" +
         table.text(listener.width);
}

}  // namespace

int explain_command(Arguments arguments) {
  CLI::App app("Says what a word means: heddle explain [WORD...]", "heddle explain");
  app.footer(
      "Examples:\n"
      "  heddle explain                               what can be asked for\n"
      "  heddle explain pro                           a policy\n"
      "  heddle explain mine --policy mine.so         a policy of a library\n"
      "  heddle explain l1.hit_latency --machine v100 a parameter\n"
      "  heddle explain stall                         statistics\n"
      "  heddle explain ccws                          a policy and a machine\n"
      "  heddle explain row buffer                    a term, and what has it in its name\n"
      "  heddle explain mad                           PTX instructions\n");
  std::vector<std::string> words;
  bool all = false;
  Listener listener{sim::kDefaultMachine, jobs::terminal_width()};
  app.add_option("word", words,
                 "a parameter, policy, statistic, stall reason, term, command, error, machine, "
                 "workload, instruction, or a part of its name");
  app.add_flag("--all", all, "show every name that only has the word somewhere");
  app.add_option("--machine", listener.machine, "whose values to show (gtx480)")->type_name("NAME");
  std::vector<std::filesystem::path> libraries;
  add_policy_option(app, libraries);
  if (!parse(app, arguments)) return 0;
  for (const std::filesystem::path& library : libraries) sim::load_policy_library(library);
  const std::string word = fmt::to_string(fmt::join(words, " "));
  jobs::answer(word.empty() ? overview(listener)
                            : explanation(word, all ? kAll : kMentions, listener));
  return 0;
}

}  // namespace heddle::cli
