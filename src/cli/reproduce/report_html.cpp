#include "cli/reproduce/report_html.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/reproduce/report_table.hpp"
#include "heddle/base/input_file.hpp"
#include "heddle/sim/version.hpp"

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kStyle = R"(
body { font: 15px/1.5 system-ui, sans-serif; max-width: 1100px; margin: 2em auto; padding: 0 1em; color: #222; }
table { border-collapse: collapse; margin: 1em 0; }
th, td { text-align: left; padding: 3px 10px; border-bottom: 1px solid #ddd; vertical-align: top; }
td.number { text-align: right; white-space: nowrap; }
.reproduced { color: #00694b; } .same-sign { color: #8a5a00; } .contradicted { color: #b3261e; font-weight: 600; }
.not-measurable, .missing { color: #777; }
figure { margin: 2em 0; overflow-x: auto; } summary { cursor: pointer; }
)";

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string css_class(Verdict verdict) {
  std::string name(name_of(verdict));
  for (char& c : name) {
    if (c == ' ') c = '-';
  }
  return name;
}

std::string table_of(const VariantResults& results, bool headlines_only) {
  const Table table = claims_table(results, headlines_only);
  std::string html = "<table><tr>";
  for (const std::string& column : table.columns) html += "<th>" + column + "</th>";
  html += "</tr>\n";
  std::size_t row = 0;
  for (const ClaimResult& result : results.claims) {
    if (headlines_only && !result.claim.headline) continue;
    const auto& words = table.rows[row++];
    const bool is_number = result.claim.kind != ClaimKind::order;
    const char* kind = is_number ? " class=\"number\"" : "";
    html += fmt::format(
        "<tr><td title=\"{}\">{}</td><td>{}</td><td{}>{}</td><td{}>{}</td><td class=\"{}\">{}</td>"
        "</tr>\n",
        escaped(result.claim.where), escaped(words[0]), escaped(words[1]), kind, escaped(words[2]),
        kind, escaped(words[3]), css_class(result.verdict), escaped(words[4]));
  }
  return html + "</table>\n";
}

/// The <svg> element of a file.
std::string svg_element(const fs::path& file) {
  const std::string text = read_file(file, file_kinds::kDocument);
  const std::size_t begin = text.find("<svg");
  return begin == std::string::npos ? "" : text.substr(begin);
}

std::string figure_of(const FigureData& data, const fs::path& folder) {
  const fs::path file = folder / (data.figure.name + ".svg");
  if (data.points.empty() || !fs::exists(file)) return "";
  return fmt::format("<figure>{}<figcaption>{}</figcaption></figure>\n", svg_element(file),
                     escaped(data.figure.title));
}

std::string variant_title(const VariantResults& results) {
  const std::string text = results.variant.text();
  return text.empty() ? "" : ": " + escaped(text);
}

}  // namespace

std::string html_page(const Reproduction& reproduction, const fs::path& figures) {
  std::string html = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{0}</title>"
      "<style>{1}</style></head><body>\n<h1>{0}</h1>\n<p>heddle {2}; size {3}{7}; machines {4}; "
      "{5} "
      "runs, {6} of them failed.</p>\n",
      escaped(reproduction.title), kStyle, sim::version(), reproduction.size,
      fmt::join(reproduction.machines, ", "), reproduction.runs, reproduction.failed,
      escaped((reproduction.options.empty() ? "" : " ") + reproduction.options));
  for (const VariantResults& results : reproduction.results) {
    html += fmt::format("<h2>Headline claims{}</h2>\n{}", variant_title(results),
                        table_of(results, true));
  }
  if (!figures.empty()) {
    html += "<h2>Figures</h2>\n";
    for (const FigureData& data : reproduction.figures) html += figure_of(data, figures);
  }
  for (const VariantResults& results : reproduction.results) {
    html += fmt::format("<h2>All claims{}</h2>\n<p>{}.</p>\n{}", variant_title(results),
                        count_text(results.claims), table_of(results, false));
  }
  return html + "</body></html>\n";
}

}  // namespace heddle::cli
