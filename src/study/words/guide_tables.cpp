#include "study/words/guide_tables.hpp"

#include "heddle/base/error.hpp"

namespace heddle::study {
namespace {

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(' ');
  if (begin == std::string_view::npos) return "";
  return text.substr(begin, text.find_last_not_of(' ') - begin + 1);
}

/// The text without the marks of code and of links: "[words](file.md)" becomes "words".
std::string plain(std::string_view text) {
  std::string words;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t middle = text[i] == '[' ? text.find("](", i) : std::string_view::npos;
    if (middle != std::string_view::npos) {
      words += plain(text.substr(i + 1, middle - i - 1));
      i = text.find(')', middle);
      if (i == std::string_view::npos) fail("a link has no end: {}", text);
    } else if (text[i] != '`') {
      words += text[i];
    }
  }
  return words;
}

std::vector<std::string> cells_of(std::string_view line) {
  std::vector<std::string> cells;
  for (std::size_t at = 1; at < line.size();) {
    const std::size_t end = std::min(line.find('|', at), line.size());
    cells.push_back(plain(trimmed(line.substr(at, end - at))));
    at = end + 1;
  }
  return cells;
}

bool is_rule(std::string_view line) {
  return line.starts_with("|") && line.find_first_not_of("|-: ") == std::string_view::npos;
}

/// Reads a page line by line. A fenced block has no tables.
class TableReader {
 public:
  void read(std::string_view line) {
    if (line.starts_with("```")) is_fenced_ = !is_fenced_;
    if (is_fenced_) return;
    if (line.starts_with("#")) heading_ = plain(trimmed(line.substr(line.find(' '))));
    if (!line.starts_with("|")) {
      end_table();
    } else if (!is_in_table_) {
      tables_.push_back({heading_, {cells_of(line), {}}});
      is_in_table_ = true;
      is_ruled_ = false;
    } else {
      add_row(line);
    }
  }
  std::vector<GuideTable> tables() && {
    end_table();
    return std::move(tables_);
  }

 private:
  void add_row(std::string_view line) {
    Table& table = tables_.back().table;
    if (is_ruled_) table.rows.push_back(cells_of(line));
    if (!is_ruled_ && !is_rule(line)) refuse_unruled();
    is_ruled_ = true;
    if (!table.rows.empty() && table.rows.back().size() != table.columns.size())
      fail("a row has {} cells, and its table {} columns: {}", table.rows.back().size(),
           table.columns.size(), line);
  }

  void end_table() {
    if (is_in_table_ && !is_ruled_) refuse_unruled();
    is_in_table_ = false;
  }

  [[noreturn]] void refuse_unruled() const {
    fail("a row belongs to no table, which begins with a heading and a rule: {}",
         tables_.back().table.columns.front());
  }

  std::string heading_;
  std::vector<GuideTable> tables_;
  bool is_fenced_ = false, is_in_table_ = false, is_ruled_ = false;
};

}  // namespace

std::vector<GuideTable> read_tables(std::string_view markdown) {
  TableReader reader;
  for (std::size_t at = 0; at < markdown.size();) {
    const std::size_t end = std::min(markdown.find('\n', at), markdown.size());
    reader.read(markdown.substr(at, end - at));
    at = end + 1;
  }
  return std::move(reader).tables();
}

Table table_of(std::string_view markdown, std::string_view first_column) {
  Table all;
  for (GuideTable& read : read_tables(markdown)) {
    if (read.table.columns.front() != first_column) continue;
    all.columns = read.table.columns;
    for (auto& row : read.table.rows) all.rows.push_back(std::move(row));
  }
  if (all.rows.empty()) fail("a page of the guide has no table of '{}'", first_column);
  return all;
}

Table glossary_terms(std::string_view glossary) {
  Table terms = table_of(glossary, "heddle");
  terms.columns = {"term", "also", "meaning"};
  return terms;
}

}  // namespace heddle::study
