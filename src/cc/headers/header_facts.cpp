#include "cc/headers/header_facts.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>

#include <fmt/format.h>
#include <sys/stat.h>

#include "cc/session/session.hpp"
#include "heddle/base/error.hpp"

namespace heddle::cc {
namespace {

constexpr std::string_view kFirstLine = "heddle's facts of headers 1\n";
constexpr std::string_view kLastLine = "end\n";
constexpr std::int64_t kNanoseconds = 1'000'000'000;

std::optional<HeaderFile> file_now(const std::string& path) {
  struct stat status{};
  if (stat(path.c_str(), &status) != 0) return std::nullopt;
  return HeaderFile{path, static_cast<std::uint64_t>(status.st_size),
                    status.st_mtim.tv_sec * kNanoseconds + status.st_mtim.tv_nsec};
}

bool is_unchanged(const HeaderFile& file) {
  const auto now = file_now(file.path);
  return now && now->size == file.size && now->changed == file.changed;
}

bool begins_name(char c) { return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool continues_name(char c) { return begins_name(c) || (c >= '0' && c <= '9'); }

/// The name after `<` or `"` from `at` on, on the same line; "" if none stands there.
std::string_view included_name(std::string_view text, std::size_t at) {
  const std::size_t begin = text.find_first_not_of(" \t(", at);
  if (begin == std::string_view::npos || (text[begin] != '<' && text[begin] != '"')) return "";
  const std::size_t end = text.find_first_of(">\"\n", begin + 1);
  if (end == std::string_view::npos || text[end] == '\n') return "";
  return text.substr(begin + 1, end - begin - 1);
}

bool includes(std::string_view word) {
  return word == "include" || word == "include_next" || word == "__has_include" ||
         word == "__has_include_next";
}

/// The line's part before the next blank, which the line loses.
std::string_view cut_word(std::string_view& line) {
  const std::size_t blank = std::min(line.find(' '), line.size());
  const std::string_view word = line.substr(0, blank);
  line.remove_prefix(std::min(blank + 1, line.size()));
  return word;
}

std::string line_of(std::string_view kind, const HeaderFile& file) {
  return fmt::format("{} {} {} {}\n", kind, file.size, file.changed, file.path);
}

template <typename Number>
bool read_number(std::string_view word, Number& number) {
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  return error == std::errc() && end == word.data() + word.size();
}

}  // namespace

void HeaderFacts::take_words(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    if (!begins_name(text[at])) {
      ++at;
      continue;
    }
    std::size_t end = at + 1;
    while (end < text.size() && continues_name(text[end])) ++end;
    const std::string_view word = text.substr(at, end - at);
    if (!names_.contains(word)) names_.emplace(word);
    if (includes(word)) {
      const std::string_view name = included_name(text, end);
      if (!name.empty()) includes_.emplace(name);
    }
    at = end;
  }
}

std::optional<HeaderFacts> HeaderFacts::read(const std::vector<std::string>& paths) {
  HeaderFacts facts;
  for (const std::string& path : paths) {
    const auto file = file_now(path);
    if (!file) return std::nullopt;
    facts.files_.push_back(*file);
    try {
      facts.take_words(read_file(path));
    } catch (const Error&) {
      return std::nullopt;
    }
  }
  return facts;
}

bool HeaderFacts::watch(const std::string& path) {
  const auto file = file_now(path);
  if (file) watched_.push_back(*file);
  return file.has_value();
}

std::string HeaderFacts::text() const {
  std::string text(kFirstLine);
  for (const HeaderFile& file : files_) text += line_of("file", file);
  for (const HeaderFile& file : watched_) text += line_of("watched", file);
  for (const std::string& name : includes_) text += fmt::format("include {}\n", name);
  for (const std::string& name : names_) text += fmt::format("name {}\n", name);
  text += kLastLine;
  return text;
}

std::optional<HeaderFacts> HeaderFacts::from_text(std::string_view text) {
  if (!text.starts_with(kFirstLine) || !text.ends_with(kLastLine)) return std::nullopt;
  text.remove_prefix(kFirstLine.size());
  text.remove_suffix(kLastLine.size());
  HeaderFacts facts;
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const std::string_view kind = cut_word(line);
    if (kind == "file" || kind == "watched") {
      HeaderFile file;
      if (!read_number(cut_word(line), file.size) || !read_number(cut_word(line), file.changed))
        return std::nullopt;
      file.path = line;
      (kind == "file" ? facts.files_ : facts.watched_).push_back(file);
    } else if (kind == "include") {
      facts.includes_.emplace_hint(facts.includes_.end(), line);
    } else if (kind == "name") {
      facts.names_.emplace_hint(facts.names_.end(), line);
    } else {
      return std::nullopt;
    }
  }
  return facts;
}

bool HeaderFacts::are_current() const {
  return std::ranges::all_of(files_, is_unchanged) && std::ranges::all_of(watched_, is_unchanged);
}

bool HeaderFacts::are_hidden_by(const std::string& folder) const {
  std::error_code ignored;
  for (const std::string& name : includes_) {
    if (std::filesystem::exists(std::filesystem::path(folder) / name, ignored)) return true;
  }
  return false;
}

std::vector<std::string> files_of_rule(std::string_view rule) {
  std::vector<std::string> files;
  const std::size_t colon = rule.find(": ");
  if (colon == std::string_view::npos) return files;
  std::string word;
  const auto end_word = [&] {
    if (!word.empty()) files.push_back(std::move(word));
    word.clear();
  };
  for (std::size_t at = colon + 2; at < rule.size(); ++at) {
    const char next = at + 1 < rule.size() ? rule[at + 1] : '\n';
    if (rule[at] == '\\' && next != '\n') {
      word += next;
      ++at;
    } else if (rule[at] == '$' && next == '$') {
      word += '$';
      ++at;
    } else if (rule[at] == ' ' || rule[at] == '\n' || rule[at] == '\\') {
      end_word();
    } else {
      word += rule[at];
    }
  }
  end_word();
  return files;
}

}  // namespace heddle::cc
