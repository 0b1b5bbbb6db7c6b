#include "study/experiment_pages/markdown_page.hpp"

#include <fmt/core.h>

#include "heddle/base/files/input_file.hpp"
#include "study/experiment_pages/claims_table.hpp"
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
  return introduction(experiment, home, folder) + counts(experiment, all) + headlines(all) +
         causes(experiment) + all_claims(all) + notes(home, folder);
}

}  // namespace heddle::study
