// Every refusal that a user can cause is an Error: one message that says what is wrong, where, and
// what to type.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace heddle {

class Error : public std::runtime_error {
 public:
  explicit Error(const std::string& message) : std::runtime_error(message) {}
};

/// Throws Error with a formatted message.
template <typename... Args>
[[noreturn]] void fail(fmt::format_string<Args...> format, Args&&... args) {
  throw Error(fmt::format(format, std::forward<Args>(args)...));
}

/// A place in a source text; line and column count from 1, 0 is unknown.
struct SourcePlace {
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
};

/// An Error at a place of a text: what() starts with "file:line:column: ".
class SourceError : public Error {
 public:
  SourceError(SourcePlace where, const std::string& message)
      : Error(fmt::format("{}:{}:{}: {}", where.file, where.line, where.column, message)),
        where_(std::move(where)) {}
  const SourcePlace& where() const { return where_; }

 private:
  SourcePlace where_;
};

}  // namespace heddle
