#include "heddle/probe/timeline/sm_list.hpp"

#include <charconv>
#include <numeric>

#include "heddle/base/error.hpp"

namespace heddle::probe {

std::vector<std::uint32_t> read_sm_list(const std::string& text, std::uint32_t count,
                                        std::string_view where) {
  std::vector<std::uint32_t> chosen;
  if (text.empty()) {
    chosen.resize(count);
    std::iota(chosen.begin(), chosen.end(), 0u);
    return chosen;
  }
  const char* at = text.data();
  const char* const end = at + text.size();
  while (true) {
    std::uint32_t first = 0, last = 0;
    auto read = std::from_chars(at, end, first);
    last = first;
    if (read.ec == std::errc() && read.ptr != end && *read.ptr == '-')
      read = std::from_chars(read.ptr + 1, end, last);
    const bool good = read.ec == std::errc() && (read.ptr == end || *read.ptr == ',');
    if (!good || last < first)
      fail("{} = \"{}\": expected numbers and ranges as in 0,2-4", where, text);
    if (last >= count) fail("{} = \"{}\": there are SMs 0 to {}", where, text, count - 1);
    for (; first <= last; ++first) chosen.push_back(first);
    if (read.ptr == end) return chosen;
    at = read.ptr + 1;
  }
}

}  // namespace heddle::probe
