#include "study/gpgpusim/text/cache_text.hpp"

#include <cstddef>
#include <string_view>
#include <vector>

#include "heddle/base/error.hpp"
#include "heddle/base/text/words.hpp"
#include "study/gpgpusim/text/number.hpp"

namespace heddle::study::gpgpusim {
namespace {

constexpr const char* kCacheForm =
    "TYPE:SETS:LINE:WAYS,REPLACEMENT:WRITE:ALLOCATION:WRITE_ALLOCATION:SET_INDEX,"
    "MSHR:ENTRIES:MERGES,QUEUE, as in N:32:128:4,L:L:m:N:H,A:64:8,8";
constexpr std::uint64_t kMostPart = std::uint64_t{1} << 20;

/// The parts of one field of the text, taken from left to right.
class Parts {
 public:
  Parts(const std::string& field, const char* what) : parts_(split_at(field, ':')), what_(what) {}

  bool any_left() const { return at_ < parts_.size(); }
  std::size_t left() const { return parts_.size() - at_; }

  std::uint64_t whole(const char* meaning) {
    const std::string& part = take(meaning);
    const auto value = parse_whole(part);
    if (!value || *value == 0 || *value > kMostPart)
      fail("'{}' is no {} of {}: expected a whole number, 1 to {}", part, meaning, what_,
           kMostPart);
    return *value;
  }

  char letter(const char* meaning, std::string_view known) {
    const std::string& part = take(meaning);
    if (part.size() != 1 || known.find(part[0]) == std::string_view::npos)
      fail("'{}' is no {} of {}: expected one of the letters {}", part, meaning, what_, known);
    return part[0];
  }

 private:
  const std::string& take(const char* meaning) {
    if (!any_left()) fail("the {} of {} is missing: expected {}", meaning, what_, kCacheForm);
    return parts_[at_++];
  }

  std::vector<std::string> parts_;
  std::size_t at_ = 0;
  const char* what_;
};

void read_shape(const std::string& field, CacheText& cache) {
  Parts parts(field, "the cache");
  if (parts.left() == 4) cache.sectored = parts.letter("type", "NS") == 'S';
  cache.sets = parts.whole("number of sets");
  cache.line_bytes = parts.whole("line size");
  cache.ways = parts.whole("number of ways");
  if (parts.any_left()) fail("'{}' has too many parts: expected {}", field, kCacheForm);
}

void read_rules(const std::string& field, CacheText& cache) {
  Parts parts(field, "the cache");
  cache.replacement = parts.letter("replacement", "LF");
  cache.write = parts.letter("write policy", "RBTEL");
  cache.allocation = parts.letter("allocation", "mfs");
  cache.write_allocation = parts.letter("write allocation", "NWFL");
  if (parts.any_left()) cache.set_index = parts.letter("set index", "LHPXC");
  if (parts.any_left()) fail("'{}' has too many parts: expected {}", field, kCacheForm);
}

void read_misses(const std::string& field, CacheText& cache) {
  Parts parts(field, "the miss registers");
  parts.letter("kind", "ASFT");
  cache.mshr_entries = parts.whole("number");
  cache.mshr_merges = parts.whole("number of merges");
  if (parts.any_left()) fail("'{}' has too many parts: expected {}", field, kCacheForm);
}

}  // namespace

CacheText parse_cache_text(const std::string& text) {
  CacheText cache;
  if (text == "none") {
    cache.none = true;
    return cache;
  }
  const std::vector<std::string> fields = split_at(text, ',');
  if (fields.size() < 3 || fields.size() > 5)
    fail("'{}' is no cache: it has {} parts between commas; expected {}", text.substr(0, 60),
         fields.size(), kCacheForm);
  read_shape(fields[0], cache);
  read_rules(fields[1], cache);
  read_misses(fields[2], cache);
  if (fields.size() > 3) cache.miss_queue = Parts(fields[3], "the miss queue").whole("length");
  return cache;
}

}  // namespace heddle::study::gpgpusim
