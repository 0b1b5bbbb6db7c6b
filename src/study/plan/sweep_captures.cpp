#include "study/plan/sweep_captures.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "heddle/base/text/names_of.hpp"
#include "heddle/base/text/quantity.hpp"
#include "heddle/base/text/suggestion.hpp"
#include "heddle/base/text/words.hpp"
#include "study/catalogue/catalogue.hpp"

namespace heddle::study {
namespace {

namespace fs = std::filesystem;

/// Options of `heddle run` that select the captured launches.
constexpr std::array<const char*, 3> kLaunchKeys = {"kernels", "skip", "launches"};
/// Options of `heddle corun` that a matrix may have. Options for settings and for outputs are not
/// among them.
constexpr std::array<std::string_view, 7> kCorunOptions = {
    "--cycles", "--once", "--start", "--priority", "--alone", "--alone-set", "--windows"};

void check_together(const StrictTable& table, const std::string& key,
                    const std::vector<std::string>& all,
                    const std::vector<SweepCapture>& captures) {
  const std::vector<std::string> known = names_of(captures);
  for (const std::string& programs : all) {
    for (const std::string& name : split_words(programs)) {
      if (std::ranges::find(known, name) != known.end()) continue;
      table.refuse(key, fmt::format("{}: there is no [[capture]] '{}'{}", key, name,
                                    which_exist(name, known)));
    }
  }
}

void check_options(const StrictTable& table, const std::string& key,
                   const std::vector<std::string>& options) {
  for (const std::string& option : options) {
    if (!option.starts_with('-') || parse_number(option.substr(0, option.find(',')))) continue;
    if (std::ranges::find(kCorunOptions, option) != kCorunOptions.end()) continue;
    table.refuse(key, fmt::format("{}: '{}' is none of {}; settings stand in set = [...]", key,
                                  option, fmt::join(kCorunOptions, ", ")));
  }
}

}  // namespace

std::map<std::string, std::string> read_by_size(StrictTable& table, const std::string& key) {
  std::map<std::string, std::string> texts;
  auto by_size = table.table(key);
  if (!by_size) return texts;
  for (const std::string_view size : kSizes) {
    const std::string name(size);
    if (const auto text = by_size->text(name)) texts[name] = *text;
  }
  by_size->refuse_others();
  return texts;
}

SweepCapture read_sweep_capture(StrictTable table, const fs::path& folder) {
  SweepCapture capture;
  capture.place = table.place();
  capture.name = table.required_text("name", "what results and `together` call it");
  if (capture.name.find_first_of(" +/") != std::string::npos || capture.name.empty())
    table.refuse("name", "a capture's name has no blank, + or /");
  capture.workload = table.text("workload").value_or("");
  const std::string file = table.text("file").value_or("");
  if (capture.workload.empty() == file.empty())
    table.refuse("name", "a capture is of a workload = \"NAME\", or a file = \"NAME.capture\"");
  std::error_code error;
  if (!file.empty()) capture.file = fs::absolute(folder / file).lexically_normal();
  if (!file.empty() && !fs::is_regular_file(capture.file, error))
    table.refuse("file", fmt::format("there is no file '{}'; 'heddle run --capture {} -- PROGRAM' "
                                     "makes one",
                                     capture.file.string(), file));
  for (const char* const key : kLaunchKeys) {
    const std::optional<std::string> value = table.text(key);
    if (value) capture.options.insert(capture.options.end(), {std::string("--") + key, *value});
  }
  capture.sized_arguments = read_by_size(table, "sized_arguments");
  if (!file.empty() && !(capture.options.empty() && capture.sized_arguments.empty()))
    table.refuse("file",
                 "the launches of a file are chosen; leave out kernels, skip, launches and "
                 "sized_arguments");
  table.refuse_others();
  return capture;
}

void read_together(StrictTable& table, const std::vector<SweepCapture>& captures,
                   SweepMatrix& matrix) {
  if (auto together = table.texts("together")) matrix.together = std::move(*together);
  check_together(table, "together", matrix.together, captures);
  if (auto by_size = table.table("sized_together")) {
    for (const std::string_view size : kSizes) {
      const std::string name(size);
      auto together = by_size->texts(name);
      if (!together) continue;
      check_together(*by_size, name, *together, captures);
      matrix.sized_together[name] = std::move(*together);
    }
    by_size->refuse_others();
  }
  if (auto options = table.words("options")) matrix.options = std::move(*options);
  check_options(table, "options", matrix.options);
  if (table.has("sized_options")) matrix.sized_options = read_by_size(table, "sized_options");
  for (const auto& [size, options] : matrix.sized_options)
    check_options(table, "sized_options", split_words(options));
}

}  // namespace heddle::study
