#include "study/gpgpusim/text/dram_timing.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "heddle/base/error.hpp"
#include "heddle/base/text/suggestion.hpp"
#include "heddle/base/text/words.hpp"
#include "study/gpgpusim/text/number.hpp"

namespace heddle::study::gpgpusim {
namespace {

const std::vector<std::string> kTimingNames = {"nbk", "CCD",    "RRD",  "RCD", "RAS",
                                               "RP",  "RC",     "CL",   "WL",  "CDLR",
                                               "WR",  "nbkgrp", "CCDL", "RTPL"};
constexpr std::size_t kRequiredNames = 11;  ///< the names after these may be missing
constexpr std::uint64_t kMostCycles = 100000;

std::string without_blanks(const std::string& text) {
  std::string kept;
  for (const char c : text)
    if (c != ' ' && c != '\t') kept += c;
  return kept;
}

}  // namespace

std::map<std::string, std::uint64_t> parse_dram_timing(const std::string& text) {
  std::map<std::string, std::uint64_t> values;
  const std::vector<std::string> parts = split_at(without_blanks(text), ':');
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::size_t equals = parts[i].find('=');
    const bool is_named = equals != std::string::npos;
    if (!is_named && i >= kTimingNames.size())
      fail("has more than {} values: expected {}", kTimingNames.size(), comma_list(kTimingNames));
    const std::string name = is_named ? parts[i].substr(0, equals) : kTimingNames[i];
    if (std::ranges::find(kTimingNames, name) == kTimingNames.end())
      fail("names '{}'{}", name, which_exist(name, kTimingNames));
    const auto value = parse_whole(is_named ? parts[i].substr(equals + 1) : parts[i]);
    if (!value || *value > kMostCycles)
      fail("has '{}' for {}: expected a whole number, 0 to {}", parts[i], name, kMostCycles);
    if (!values.emplace(name, *value).second) fail("names {} twice", name);
  }
  for (std::size_t i = 0; i < kRequiredNames; ++i)
    if (!values.contains(kTimingNames[i]))
      fail("has no {}: expected {}", kTimingNames[i], comma_list(kTimingNames));
  return values;
}

}  // namespace heddle::study::gpgpusim
