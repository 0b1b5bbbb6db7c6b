#include <algorithm>

#include <CLI/CLI.hpp>

#include "cli/command.hpp"
#include "cli/inspect/topic.hpp"
#include "cli/policy_option.hpp"
#include "heddle/base/error.hpp"
#include "heddle/base/text/suggestion.hpp"
#include "heddle/sim/settings/configuration.hpp"
#include "jobs/streams/standard_streams.hpp"

namespace heddle::cli {

namespace {

constexpr std::size_t kParagraph = 100;  ///< width if standard output is no terminal

}  // namespace

Fit fit_of_dotted(const std::string& name, const std::string& word) {
  if (name == word) return Fit::whole;
  const bool is_part = ("." + name + ".").find("." + word + ".") != std::string::npos;
  if (is_part) return Fit::part;
  return name.starts_with(word) ? Fit::beginning : Fit::none;
}

std::string paragraph(std::string_view head, std::string_view words, const Listener& listener) {
  const std::size_t width = listener.width == 0 ? kParagraph : listener.width;
  std::string text, indent = fmt::format("  {}", head);
  for (const std::string& line : study::wrapped(words, width - indent.size())) {
    text += indent + line + "\n";
    indent.assign(indent.size(), ' ');
  }
  return text;
}

namespace {

/// The names of one topic that fit a word.
struct Found {
  const Topic* topic;
  std::vector<std::string> names;
};

std::vector<const Topic*> topics() {
  std::vector<const Topic*> all;
  for (const Topic& topic : setting_topics()) all.push_back(&topic);
  for (const Topic& topic : probe_topics()) all.push_back(&topic);
  for (const Topic& topic : other_topics()) all.push_back(&topic);
  return all;
}

std::vector<Found> search(const std::string& word, Fit fit) {
  std::vector<Found> found;
  for (const Topic* topic : topics()) {
    std::vector<std::string> names = topic->names();
    std::erase_if(names, [&](const std::string& name) { return topic->fit(name, word) != fit; });
    if (!names.empty()) found.push_back({topic, std::move(names)});
  }
  return found;
}

std::string texts_of(const std::vector<Found>& all, const Listener& listener) {
  std::string text;
  for (const Found& found : all) {
    for (const std::string& name : found.names)
      text += (text.empty() ? "" : "\n") + found.topic->text(name, listener);
  }
  return text;
}

std::string lists_of(const std::vector<Found>& all, const Listener& listener) {
  std::string text;
  for (const Found& found : all) {
    text += fmt::format("{}{} ({})\n\n{}", text.empty() ? "" : "\n", found.topic->kind,
                        found.names.size(), found.topic->table(found.names).text(listener.width));
  }
  return text;
}

bool is_one(const std::vector<Found>& all) { return all.size() == 1 && all[0].names.size() == 1; }

[[noreturn]] void refuse(const std::string& word) {
  std::vector<std::string> known;
  for (const Topic* topic : topics()) {
    for (std::string& name : topic->names()) {
      const std::size_t dot = name.find('.');
      if (dot != std::string::npos) known.push_back(name.substr(dot + 1));
      known.push_back(std::move(name));
    }
  }
  fail("nothing is called '{}'{} (heddle explain says what can be asked for)", word,
       did_you_mean(word, known));
}

std::string explanation(const std::string& word, const Listener& listener) {
  const std::vector<Found> things = search(word, Fit::whole);
  if (!things.empty()) return texts_of(things, listener);
  for (const Fit fit : {Fit::part, Fit::beginning}) {
    const std::vector<Found> found = search(word, fit);
    if (is_one(found)) return texts_of(found, listener);
    if (!found.empty()) return lists_of(found, listener);
  }
  refuse(word);
}

std::string overview(const Listener& listener) {
  study::Table table{{"there are", "", "for example"}, {}};
  for (const Topic* topic : topics()) {
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
  CLI::App app("Says what a word means: heddle explain [WORD]", "heddle explain");
  app.footer(
      "Examples:\n"
      "  heddle explain                               what can be asked for\n"
      "  heddle explain pro                           a policy\n"
      "  heddle explain mine --policy mine.so         a policy of a library\n"
      "  heddle explain l1.hit_latency --machine v100 a parameter\n"
      "  heddle explain stall                         statistics\n"
      "  heddle explain ccws                          a policy and a machine\n"
      "  heddle explain mad                           PTX instructions\n");
  std::string word;
  Listener listener{sim::kDefaultMachine, jobs::terminal_width()};
  app.add_option("word", word,
                 "a parameter, policy, statistic, machine, workload, instruction, or a part of its "
                 "name");
  app.add_option("--machine", listener.machine, "whose values to show (gtx480)")->type_name("NAME");
  std::vector<std::filesystem::path> libraries;
  add_policy_option(app, libraries);
  if (!parse(app, arguments)) return 0;
  for (const std::filesystem::path& library : libraries) sim::load_policy_library(library);
  jobs::answer(word.empty() ? overview(listener) : explanation(word, listener));
  return 0;
}

}  // namespace heddle::cli
