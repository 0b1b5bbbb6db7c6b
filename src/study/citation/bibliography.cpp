#include "study/citation/bibliography.hpp"

#include <cctype>

#include "heddle/base/error.hpp"
#include "heddle/base/text/words.hpp"

namespace heddle::study {
namespace {

constexpr std::string_view kOwnField = "heddle";

/// A line of an entry with a field: the field's name and the beginning of its value.
struct Field {
  std::string_view name, value;
};

/// The field that begins in a line; without a name if none does.
Field field_of(std::string_view line) {
  const std::size_t equals = line.find('=');
  if (!line.starts_with("  ") || line.size() < 3 || line[2] == ' ' || equals == line.npos)
    return {};
  const std::string_view name = line.substr(2, equals - 2);
  return {name.substr(0, name.find(' ')), line.substr(equals + 1)};
}

/// The names in the value "{a, b}," or in a part of it.
std::vector<std::string> names_in(std::string_view value) {
  std::string words(value);
  for (char& letter : words) {
    if (letter == '{' || letter == '}' || letter == ',') letter = ' ';
  }
  return split_words(words);
}

/// Reads one entry, line by line.
class EntryReader {
 public:
  void take(std::string_view line) {
    const Field field = field_of(line);
    if (!field.name.empty()) field_ = field.name;
    const std::string_view value = field.name.empty() ? line : field.value;
    if (field_ == kOwnField && line != "}") {
      for (std::string& name : names_in(value)) work_.parts.push_back(std::move(name));
      return;
    }
    if (field_ == "title" && line != "}") title_ += value;
    if (line.starts_with('@')) {
      const std::size_t brace = line.find('{');
      work_.key = line.substr(brace + 1, line.find(',') - brace - 1);
    }
    work_.entry += std::string(line) + "\n";
  }

  Work finish() {
    work_.title = plain_words(title_);
    if (work_.title == " ") fail("the entry '{}' of the bibliography has no title", work_.key);
    return std::move(work_);
  }

 private:
  Work work_;
  std::string title_;
  std::string field_;  ///< the field that the lines belong to
};

}  // namespace

std::string plain_words(std::string_view text) {
  std::string words = " ";
  for (const char letter : text) {
    const auto byte = static_cast<unsigned char>(letter);
    if (letter == '{' || letter == '}') continue;
    if (std::isalnum(byte))
      words += static_cast<char>(std::tolower(byte));
    else if (words.back() != ' ')
      words += ' ';
  }
  if (words.back() != ' ') words += ' ';
  return words;
}

std::vector<Work> read_works(std::string_view bibliography) {
  std::vector<Work> works;
  std::string_view begun;  ///< first line of the entry that is read
  EntryReader reader;
  for (const std::string& line : split_at(bibliography, '\n')) {
    if (begun.empty() && !line.starts_with('@')) continue;
    if (begun.empty()) begun = bibliography.substr(bibliography.find(line), line.size());
    reader.take(line);
    if (line != "}") continue;
    works.push_back(reader.finish());
    reader = {};
    begun = {};
  }
  if (!begun.empty()) fail("the entry '{}' of the bibliography has no end", begun);
  return works;
}

}  // namespace heddle::study
