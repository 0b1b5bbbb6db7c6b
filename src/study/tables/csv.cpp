#include "study/tables/csv.hpp"

#include <algorithm>

#include "heddle/base/exception.hpp"

namespace heddle::study {
namespace {

class Reader {
 public:
  Reader(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  bool at_end() const { return at_ >= text_.size(); }

  std::vector<std::string> row() {
    row_line_ = line_;
    std::vector<std::string> fields = {field()};
    while (take(',')) fields.push_back(field());
    take('\r');
    if (!at_end() && !take('\n')) refuse("a field goes on after the quote that ends it");
    ++line_;
    return fields;
  }

  /// Reads the lines that begin with #. Returns their text as one paragraph.
  std::string comment() {
    std::string text;
    while (take('#')) {
      const std::size_t end = std::min(text_.find('\n', at_), text_.size());
      std::string_view line = text_.substr(at_, end - at_);
      line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
      if (line.ends_with('\r')) line.remove_suffix(1);
      if (!line.empty()) text += (text.empty() ? "" : " ") + std::string(line);
      at_ = std::min(end + 1, text_.size());
      row_line_ = ++line_;
    }
    return text;
  }

  unsigned row_line() const { return row_line_; }

  [[noreturn]] void refuse(const std::string& message) const {
    throw SourceError({name_, row_line_, 1}, message);
  }

 private:
  bool take(char c) {
    if (at_end() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  std::string field() {
    if (take('"')) return quoted();
    std::string word;
    while (!at_end() && text_[at_] != ',' && text_[at_] != '\n' && text_[at_] != '\r') {
      word += text_[at_++];
    }
    return word;
  }

  std::string quoted() {
    std::string word;
    while (true) {
      if (at_end()) refuse("a field in quotes does not end; a quote within one is doubled");
      const char c = text_[at_++];
      if (c == '"' && !take('"')) return word;
      if (c == '\n') ++line_;
      word += c;
    }
  }

  std::string_view text_;
  const std::string& name_;
  std::size_t at_ = 0;
  unsigned line_ = 1, row_line_ = 1;
};

}  // namespace

CsvTable parse_csv(std::string_view text, const std::string& name) {
  Reader reader(text, name);
  CsvTable table;
  table.comment = reader.comment();
  if (reader.at_end()) reader.refuse("no line of column names");
  table.columns = reader.row();
  while (!reader.at_end()) {
    table.rows.push_back(reader.row());
    table.lines.push_back(reader.row_line());
    if (table.rows.back().size() == table.columns.size()) continue;
    reader.refuse(std::to_string(table.rows.back().size()) + " fields, where there are " +
                  std::to_string(table.columns.size()) + " columns");
  }
  return table;
}

}  // namespace heddle::study
