// Preprocessed C++ text as tokens. A token is a name or number, a literal, or one character; `::`
// and `->` are one token each. Lines that begin with # are no tokens: they tell the files and lines
// of the text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::cc {

class TokenText {
 public:
  explicit TokenText(std::string text);

  std::size_t size() const { return tokens_.size(); }
  std::string_view at(std::size_t token) const {
    return std::string_view(text_).substr(tokens_[token].begin, length(token));
  }
  bool is(std::size_t token, std::string_view word) const {
    return token < tokens_.size() && at(token) == word;
  }
  bool is_name(std::size_t token) const;
  /// Whether `count` equal tokens of one character stand side by side from `token` on.
  bool is_run(std::size_t token, char character, std::size_t count) const;
  /// The text from one token to before another, on one line.
  std::string line_of(std::size_t first, std::size_t last) const;

  /// The token after the one that closes the bracket at `open`, or size() if nothing closes it.
  std::size_t after_closing(std::size_t open) const;
  /// The token that opens the bracket that `close` closes, or size() if nothing opens it. Angles
  /// count as brackets if `close` is one.
  std::size_t opening(std::size_t close) const;
  /// The token after the angle that closes the angle at `open`, or size().
  std::size_t after_angles(std::size_t open) const;

  std::size_t begin(std::size_t token) const { return tokens_[token].begin; }
  std::size_t end(std::size_t token) const { return tokens_[token].end; }
  const std::string& text() const { return text_; }
  /// Whether the token is from a header of the system.
  bool is_of_system(std::size_t token) const { return marker_of(token).system; }
  /// File and line of a token, as compilers show them: "a.cu:12".
  std::string place(std::size_t token) const;

 private:
  struct Token {
    std::size_t begin = 0, end = 0;
  };
  /// A line "# 12 "file" flags": the next line of the text is line `line` of the file.
  struct Marker {
    std::size_t position = 0;  ///< where the next line begins
    std::size_t line = 1;
    std::string file;
    bool system = false;
  };

  std::size_t length(std::size_t token) const { return tokens_[token].end - tokens_[token].begin; }
  void cut();
  std::size_t take_directive(std::size_t at);
  std::size_t take_token(std::size_t at) const;
  const Marker& marker_of(std::size_t token) const;

  std::string text_;
  std::vector<Token> tokens_;
  std::vector<Marker> markers_;
};

}  // namespace heddle::cc
