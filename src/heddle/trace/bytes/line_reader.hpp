// The lines of a text, one after the other, with their numbers. All messages about a text name the
// file and the line.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "heddle/trace/bytes/byte_source.hpp"

namespace heddle::trace {

class LineReader {
 public:
  /// `name`: what messages call the text, usually the file.
  LineReader(std::unique_ptr<ByteSource> from, std::string name);

  /// Takes the next line, without its end. Returns false at the end of the text. The line is valid
  /// until the next call. Throws Error if the text cannot be read or the line is too long.
  bool next(std::string_view& line);
  /// Number of the line that next() has returned last, from 1.
  std::uint64_t number() const { return number_; }
  /// Throws Error with the reason, for the line that next() has returned last.
  [[noreturn]] void refuse(std::string_view reason) const;

 private:
  bool fill();

  std::unique_ptr<ByteSource> from_;
  std::string name_;
  std::vector<char> bytes_;
  std::size_t begin_ = 0, end_ = 0;  ///< the bytes that no line has taken yet
  std::uint64_t number_ = 0;
};

}  // namespace heddle::trace
