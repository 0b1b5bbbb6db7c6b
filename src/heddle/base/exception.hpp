// heddle's exceptions. Every mistake of a user leads to an Error. Its message says what is wrong,
// where, and what to type instead. This file needs only the standard library, because programs that
// use heddle as a library catch these exceptions.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace heddle {

class [[gnu::visibility("default")]] Error : public std::runtime_error {
 public:
  explicit Error(const std::string& message) : std::runtime_error(message) {}
};

/// A place in a source text. Line and column count from 1; 0 means unknown.
struct SourcePlace {
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
};

/// An Error about a place in a text. what() starts with "file:line:column: ".
class [[gnu::visibility("default")]] SourceError : public Error {
 public:
  SourceError(SourcePlace where, const std::string& message)
      : Error(where.file + ":" + std::to_string(where.line) + ":" + std::to_string(where.column) +
              ": " + message),
        where_(std::move(where)) {}
  const SourcePlace& where() const { return where_; }

 private:
  SourcePlace where_;
};

}  // namespace heddle
