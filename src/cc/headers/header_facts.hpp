// What the headers before the first line of a CUDA file are: their files, all names that they
// contain, and the files that they include. The facts tell whether the headers, read anew, would
// give the same.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::cc {

/// A file as it was read.
struct HeaderFile {
  std::string path;
  std::uint64_t size = 0;    ///< bytes
  std::int64_t changed = 0;  ///< time of the last change, in nanoseconds
};

class HeaderFacts {
 public:
  /// Reads the files. Empty if one of them cannot be read.
  static std::optional<HeaderFacts> read(const std::vector<std::string>& paths);

  /// The facts that a text() holds. Empty if the text is no such text, or is cut.
  static std::optional<HeaderFacts> from_text(std::string_view text);
  std::string text() const;

  const std::vector<HeaderFile>& files() const { return files_; }
  /// Adds a file that is no header and must not change either. Returns whether there is such a
  /// file.
  bool watch(const std::string& path);

  /// Whether every header and watched file has the size and the time of change that it had.
  bool are_current() const;
  /// Whether a name of the preprocessor occurs in the headers.
  bool contain(std::string_view name) const { return names_.contains(name); }
  /// Whether a folder of -I has a file in the place of one that the headers include.
  bool are_hidden_by(const std::string& folder) const;

 private:
  void take_words(std::string_view text);

  std::vector<HeaderFile> files_;
  std::vector<HeaderFile> watched_;
  std::set<std::string, std::less<>> names_;
  std::set<std::string, std::less<>> includes_;  ///< what stands after #include and __has_include
};

/// The files of a make rule "target: file file ...", as clang's -MD writes it.
std::vector<std::string> files_of_rule(std::string_view rule);

}  // namespace heddle::cc
