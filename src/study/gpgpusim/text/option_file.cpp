#include "study/gpgpusim/text/option_file.hpp"

#include <cctype>
#include <cstddef>
#include <string_view>
#include <utility>

#include <fmt/core.h>

#include "heddle/base/files/input_file.hpp"

namespace heddle::study::gpgpusim {
namespace {

namespace fs = std::filesystem;

/// Depth of -config options in files that -config names.
constexpr unsigned kMostDepth = 8;
constexpr const char* kFileOption = "-config";

struct Renamed {
  std::string_view older, name;
};
constexpr Renamed kRenamed[] = {{"-rop_latency", "-gpgpu_l2_rop_latency"},
                                {"-gmem_skip_L1D", "-gpgpu_gmem_skip_L1D"},
                                {"-smem_latency", "-gpgpu_smem_latency"},
                                {"-l1_latency", "-gpgpu_l1_latency"},
                                {"-l1_banks", "-gpgpu_l1_banks"},
                                {"-adaptive_cache_config", "-gpgpu_adaptive_cache_config"},
                                {"-sub_core_model", "-gpgpu_sub_core_model"},
                                {"-gpuwattch_xml_file", "-accelwattch_xml_file"}};

std::string current_name(const std::string& spelled) {
  for (const Renamed& row : kRenamed)
    if (row.older == spelled) return std::string(row.name);
  return spelled;
}

struct Word {
  std::string text;
  bool quoted = false;
  SourcePlace place;
};

/// The words of an option file, one after another.
class WordReader {
 public:
  WordReader(std::string_view text, std::string file)
      : text_(text), place_{std::move(file), 1, 1} {}

  /// Returns false at the end of the text.
  bool next(Word& word) {
    skip_blanks();
    if (at_end()) return false;
    word = {"", text_[at_] == '"', place_};
    if (word.quoted)
      read_quoted(word);
    else
      while (!at_end() && !is_blank(text_[at_]) && text_[at_] != '#') word.text += take();
    return true;
  }

 private:
  static bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
  bool at_end() const { return at_ == text_.size(); }

  char take() {
    const char c = text_[at_++];
    if (c == '\n') {
      ++place_.line;
      place_.column = 1;
      return c;
    }
    const auto byte = static_cast<unsigned char>(c);
    if ((byte < ' ' && !is_blank(c)) || (byte > '~' && !in_comment_))
      throw SourceError(place_, "a byte of value " + std::to_string(byte) +
                                    ": this is no text of ASCII, so no option file");
    ++place_.column;
    return c;
  }

  void skip_blanks() {
    while (!at_end()) {
      if (text_[at_] == '#')
        skip_comment();
      else if (is_blank(text_[at_]))
        take();
      else
        return;
    }
  }

  /// A comment may have letters that are not ASCII.
  void skip_comment() {
    in_comment_ = true;
    while (!at_end() && text_[at_] != '\n') take();
    in_comment_ = false;
  }

  /// Blanks around a line end belong to the layout, not to the value.
  void read_quoted(Word& word) {
    take();
    while (!at_end() && text_[at_] != '"') {
      const char c = take();
      if (c != '\n') {
        word.text += c;
        continue;
      }
      while (!word.text.empty() && is_blank(word.text.back())) word.text.pop_back();
      while (!at_end() && is_blank(text_[at_])) take();
    }
    if (at_end()) throw SourceError(word.place, "no quote ends the value that begins here");
    take();
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool in_comment_ = false;
  SourcePlace place_;
};

bool names_option(const Word& word) {
  return !word.quoted && word.text.size() > 1 && word.text[0] == '-' &&
         (std::isalpha(static_cast<unsigned char>(word.text[1])) != 0 || word.text[1] == '_');
}

void read_into(OptionSet& options, const fs::path& file, unsigned depth) {
  const std::string text = read_file(file, file_kinds::kOptions);
  WordReader reader(text, file.string());
  Word word;
  while (reader.next(word)) {
    if (!names_option(word))
      throw SourceError(word.place, fmt::format("'{}' is no option: an option begins with '-' and "
                                                "a letter, and has one value, in quotes if it "
                                                "contains blanks",
                                                word.text.substr(0, 40)));
    const Word name = word;
    if (!reader.next(word) || names_option(word))
      throw SourceError(name.place, fmt::format("{} has no value", name.text));
    if (name.text != kFileOption) {
      options.add({current_name(name.text), word.text, name.place, name.text});
      continue;
    }
    if (depth == kMostDepth)
      throw SourceError(name.place, fmt::format("{} files are nested too deeply", kFileOption));
    read_into(options, file.parent_path() / word.text, depth + 1);
  }
}

}  // namespace

void OptionSet::add(GivenOption option) {
  const auto [at, is_new] = options_.try_emplace(option.name, option);
  if (is_new) {
    names_.push_back(option.name);
    return;
  }
  std::swap(at->second, option);
  replaced_.push_back(std::move(option));
}

const GivenOption* OptionSet::find(const std::string& name) const {
  const auto at = options_.find(name);
  return at == options_.end() ? nullptr : &at->second;
}

std::string_view older_name(std::string_view name) {
  for (const Renamed& row : kRenamed)
    if (row.name == name) return row.older;
  return "";
}

OptionSet read_option_files(const std::vector<fs::path>& files) {
  OptionSet options;
  for (const fs::path& file : files) read_into(options, file, 0);
  return options;
}

}  // namespace heddle::study::gpgpusim
