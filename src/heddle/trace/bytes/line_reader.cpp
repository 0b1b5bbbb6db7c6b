#include "heddle/trace/bytes/line_reader.hpp"

#include <cstring>

#include "heddle/base/error.hpp"

namespace heddle::trace {
namespace {

/// The longest line of a tracer has 32 addresses and their columns, less than 1 KiB.
constexpr std::size_t kMostLine = 1 << 16;

}  // namespace

LineReader::LineReader(std::unique_ptr<ByteSource> from, std::string name)
    : from_(std::move(from)), name_(std::move(name)), bytes_(4 * kMostLine) {}

void LineReader::refuse(std::string_view reason) const {
  fail("{}:{}: {}", name_, number_, reason);
}

/// Reads more bytes behind those that are left. Returns false at the end of the text.
bool LineReader::fill() {
  std::memmove(bytes_.data(), bytes_.data() + begin_, end_ - begin_);
  end_ -= begin_;
  begin_ = 0;
  try {
    const std::size_t got = from_->read(bytes_.data() + end_, bytes_.size() - end_);
    end_ += got;
    return got != 0;
  } catch (const Error& error) {
    refuse(error.what());
  }
}

bool LineReader::next(std::string_view& line) {
  ++number_;
  for (std::size_t searched = 0;;) {
    const char* const from = bytes_.data() + begin_;
    const std::size_t there = end_ - begin_;
    const void* const found = std::memchr(from + searched, '\n', there - searched);
    if (found != nullptr) {
      const auto length = static_cast<std::size_t>(static_cast<const char*>(found) - from);
      if (length > kMostLine) refuse("the line is too long");
      line = {from, length};
      begin_ += length + 1;
      break;
    }
    if (there > kMostLine) refuse("the line is too long");
    searched = there;
    if (fill()) continue;
    line = {bytes_.data() + begin_, end_ - begin_};
    begin_ = end_;
    if (line.empty()) return false;
    break;
  }
  if (line.ends_with('\r')) line.remove_suffix(1);
  return true;
}

}  // namespace heddle::trace
