#include "heddle/sim/libraries/library_stamp.hpp"

#include "heddle/base/error.hpp"
#include "heddle/sim/libraries/policy_library.hpp"
#include "policy_kit/stamp.hpp"

namespace heddle::sim {
namespace {

constexpr std::string_view kElf =
    "\x7f"
    "ELF";
constexpr std::size_t kTypeAt = 16;  ///< place of the type in the head of an ELF file
constexpr char kSharedObject = 3;    ///< type of a shared library
constexpr std::string_view kStampMark = HEDDLE_STAMP_MARK;

struct Stamp {
  std::string_view headers, options, source;
};

/// Takes the next line from the text.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

bool is_shared_library(std::string_view bytes) {
  return bytes.starts_with(kElf) && bytes.size() > kTypeAt && bytes[kTypeAt] == kSharedObject;
}

/// Throws Error for a stamp of another build.
void check(const Stamp& stamp, const std::string& file) {
  const std::string again = fmt::format("build it again: heddle policy build {}", stamp.source);
  if (stamp.headers != HEDDLE_POLICY_HEADERS)
    fail("'{}' was built for another heddle, whose headers differ from those of this one; {}", file,
         again);
  if (stamp.options != HEDDLE_POLICY_OPTIONS)
    fail("'{}' was built with other options ({}) than this heddle ({}); {}", file, stamp.options,
         HEDDLE_POLICY_OPTIONS, again);
}

}  // namespace

void check_library_stamp(std::string_view bytes, const std::string& file) {
  if (!is_shared_library(bytes))
    fail("'{}' is no shared library; heddle policy build FILE.cpp makes one", file);
  std::size_t at = bytes.find(kStampMark);
  if (at == std::string_view::npos)
    fail(
        "'{}' is a shared library without policies; heddle policy build FILE.cpp makes one that "
        "has some",
        file);
  // Each source of the library has a stamp.
  for (; at != std::string_view::npos; at = bytes.find(kStampMark, at + kStampMark.size())) {
    std::string_view text = bytes.substr(at + kStampMark.size());
    text = text.substr(0, text.find('\0'));
    const std::string_view headers = take_line(text), options = take_line(text);
    check({headers, options, take_line(text)}, file);
  }
}

std::string_view policy_headers_hash() { return HEDDLE_POLICY_HEADERS; }

}  // namespace heddle::sim
