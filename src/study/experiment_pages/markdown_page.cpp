#include "study/experiment_pages/markdown_page.hpp"

#include <fmt/core.h>

#include "heddle/base/files/input_file.hpp"
#include "study/correlation/correlation_tables.hpp"
#include "study/experiment_pages/claims_table.hpp"
#include "study/experiment_pages/figure_svg.hpp"
#include "study/records/record_table.hpp"

namespace heddle::study {
namespace {

namespace fs = std::filesystem;

std::string link(const fs::path& file, const fs::path& folder) {
  return file.lexically_relative(folder).generic_string();
}

/// The name of a table, as in "Size paper, 32 MSHRs, `--set l1.bytes=16KiB`".
std::string table_name(const RecordTable& table) {
  std::string name = "Size " + table.size;
  const std::string variant = table.judged.variant.text();
  if (!variant.empty()) name += ", " + variant;
  if (!table.options.empty()) name += ", `" + table.options + "`";
  return name;
}

std::string introduction(const Experiment& experiment, const fs::path& home,
                         const fs::path& folder) {
  const std::string source = experiment.source();
  return fmt::format(
      "# {}\n\n{}{}Each claim stands beside what heddle measured; [experiments]({}) says what a "
      "verdict means.\n`heddle reproduce {} --report FILE.md` wrote this page from "
      "[claims.csv]({}), [verdicts.csv]({}) and notes.md: change those, not the page.\n\n",
      experiment.short_title(), source, source.empty() ? "" : ".\n\n",
      link(home.parent_path() / "README.md", folder), experiment.name,
      link(home / "claims.csv", folder), link(home / "verdicts.csv", folder));
}

/// For each table, the numbers of claims by verdict, the command and the revision.
std::string counts(const Experiment& experiment, const std::vector<RecordTable>& all) {
  if (all.empty()) return "No verdict is recorded.\n";
  std::string text;
  for (const RecordTable& table : all) {
    text += fmt::format("- {}: {}, {}.\n  `{}`, {}\n", table_name(table),
                        claim_count(table.judged.claims.size()), count_text(table.judged.claims),
                        table.command(experiment), table.stamp());
  }
  return text;
}

std::vector<JudgedClaim> headline_claims(const RecordTable& table) {
  std::vector<JudgedClaim> claims = table.judged.claims;
  std::erase_if(claims, [](const JudgedClaim& judged) { return !judged.claim.headline; });
  return claims;
}

std::string_view register_words(const RecordTable& table) {
  return table.judged.variant.registers == "own" ? "heddle's compiler" : "the study";
}

/// Which registers decide, why, and what the headline claims are by the other registers; "" if
/// there are none.
std::string deciding_words(const Experiment& experiment, const std::vector<RecordTable>& all) {
  const RecordTable* const deciding = decisive(experiment, all);
  const RecordTable* const other = deciding == nullptr ? nullptr : other_registers(*deciding, all);
  if (other == nullptr) return "";
  return fmt::format(
      "\nThe first table decides. Its registers are those of {}: {}. Headline claims by these: "
      "{}; by those of {}, as far as measured: {}.\n",
      register_words(*deciding), experiment.deciding->reason,
      count_text(headline_claims(*deciding)), register_words(*other),
      count_text(headline_claims(*other)));
}

std::string headlines(const std::vector<RecordTable>& all) {
  std::string text;
  for (const RecordTable& table : all) {
    const Table rows = claims_table(table.judged, true);
    if (rows.rows.empty()) continue;
    text += fmt::format("\n### {}\n\n{}", table_name(table), rows.markdown());
  }
  return text.empty() ? "" : "\n## Headline claims\n" + text;
}

/// The causes of contradicted headline claims that experiment.toml states.
std::string causes(const Experiment& experiment) {
  if (experiment.causes.empty()) return "";
  std::string text = "\n### Why\n\n";
  for (const auto& [id, cause] : experiment.causes) {
    text += fmt::format("- `{}` is contradicted: {}.\n", id, cause);
  }
  return text;
}

/// The plots of the deciding table. Key: file name.
std::map<std::string, FigureData> plots(const Experiment& experiment,
                                        const std::vector<RecordTable>& all) {
  std::map<std::string, FigureData> by_name;
  const RecordTable* deciding = decisive(experiment, all);
  if (deciding == nullptr) return by_name;
  for (FigureData& data : correlation_figures(correlations(deciding->judged.claims))) {
    by_name[fmt::format("{}-{}.svg", experiment.name, data.figure.name)] = std::move(data);
  }
  return by_name;
}

/// Errors beside the chips: for each table by counter and by row, then the plots.
std::string chips(const Experiment& experiment, const std::vector<RecordTable>& all) {
  std::string text;
  for (const RecordTable& table : all) {
    const std::vector<Correlation> found = correlations(table.judged.claims);
    if (found.empty()) continue;
    text += fmt::format("\n### {}\n\n{}", table_name(table), correlation_table(found).markdown());
    for (const std::string& chip : chips_of(found)) {
      text += fmt::format("\nRelative errors, {}:\n\n{}", chip, row_errors(found, chip).markdown());
    }
  }
  if (text.empty()) return "";
  for (const auto& [name, data] : plots(experiment, all))
    text += fmt::format("\n![{}]({})\n", data.figure.title, name);
  return "\n## Beside the chips\n" + text;
}

/// Who measured the chips.
std::string sources(const Experiment& experiment) {
  std::string text;
  for (const ChipTable& table : experiment.chips) {
    text += fmt::format("- {}, `{}`: {}\n", table.chip, table.file, table.source);
  }
  return text.empty() ? "" : "\n## Sources\n\n" + text;
}

std::string all_claims(const std::vector<RecordTable>& all) {
  std::string text;
  for (const RecordTable& table : all) {
    text += fmt::format("\n<details><summary>{}</summary>\n\n{}\n</details>\n", table_name(table),
                        claims_table(table.judged, false).markdown());
  }
  return text.empty() ? "" : "\n## All claims\n" + text;
}

std::string notes(const fs::path& home, const fs::path& folder) {
  const fs::path file = home / "notes.md";
  if (!fs::exists(file)) return "";
  return "\n## Notes\n\n" + moved_links(read_file(file, file_kinds::kDocument), home, folder);
}

}  // namespace

std::string moved_links(const std::string& text, const fs::path& from, const fs::path& to) {
  constexpr std::string_view kOpening = "](";
  std::string out;
  std::size_t copied = 0;
  for (std::size_t at = text.find(kOpening); at != std::string::npos;
       at = text.find(kOpening, copied)) {
    const std::size_t begin = at + kOpening.size();
    const std::size_t end = std::min(text.find_first_of(")#:", begin), text.size());
    const std::string target = text.substr(begin, end - begin);
    const bool is_file = !target.empty() && end < text.size() && text[end] != ':';
    out += text.substr(copied, begin - copied);
    out += is_file ? link((from / target).lexically_normal(), to) : target;
    copied = end;
  }
  return out + text.substr(copied);
}

std::string markdown_page(const Experiment& experiment, const fs::path& folder) {
  const std::vector<RecordTable> all = record_tables(experiment);
  const fs::path home = fs::canonical(experiment.folder);
  return introduction(experiment, home, folder) + counts(experiment, all) +
         deciding_words(experiment, all) + chips(experiment, all) + headlines(all) +
         causes(experiment) + all_claims(all) + notes(home, folder) + sources(experiment);
}

std::map<std::string, std::string> page_pictures(const Experiment& experiment) {
  std::map<std::string, std::string> pictures;
  for (const auto& [name, data] : plots(experiment, record_tables(experiment)))
    pictures[name] = figure_svg(data);
  return pictures;
}

}  // namespace heddle::study
