#include "cli/reproduce/report_markdown.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/reproduce/report_table.hpp"
#include "heddle/base/error.hpp"
#include "heddle/sim/read_file.hpp"
#include "heddle/sim/whole_file.hpp"

namespace heddle::cli {
namespace {

constexpr const char* kEnd = "<!-- end of tables -->";

std::string tables(const Reproduction& reproduction) {
  std::string text =
      fmt::format("`heddle reproduce {} --size {}{}`: {} runs ({} failed) on {}.\n\n",
                  reproduction.experiment, reproduction.size, reproduction.options,
                  reproduction.runs, reproduction.failed, fmt::join(reproduction.machines, ", "));
  for (const VariantResults& results : reproduction.results) {
    const std::string variant = results.variant.text();
    if (!variant.empty()) text += fmt::format("With {}:\n\n", variant);
    text += claims_table(results, true).markdown();
    text += fmt::format("\n<details><summary>All {} claims: {}</summary>\n\n",
                        results.claims.size(), count_text(results.claims));
    text += claims_table(results, false).markdown() + "\n</details>\n";
  }
  return text;
}

struct Place {
  std::size_t from, to;
};

/// Between the two lines.
Place find_place(const std::string& text, const std::filesystem::path& file,
                 const std::string& size) {
  const std::string begin = fmt::format("<!-- tables of {} -->", size);
  const std::size_t from = text.find(begin);
  const std::size_t to = from == std::string::npos ? from : text.find(kEnd, from);
  if (to == std::string::npos) {
    fail("{}: tables are put between a line '{}' and a line '{}', and it has none", file.string(),
         begin, kEnd);
  }
  return {from + begin.size(), to};
}

}  // namespace

void require_place(const std::filesystem::path& file, const std::string& size) {
  find_place(sim::read_file(file), file, size);
}

void update_document(const std::filesystem::path& file, const Reproduction& reproduction) {
  std::string text = sim::read_file(file);
  const Place place = find_place(text, file, reproduction.size);
  text.replace(place.from, place.to - place.from, "\n" + tables(reproduction));
  sim::write_whole_file(file, text);
}

}  // namespace heddle::cli
