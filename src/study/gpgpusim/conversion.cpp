#include "study/gpgpusim/conversion.hpp"

#include <limits>
#include <utility>
#include <variant>

#include <fmt/core.h>

#include "heddle/base/error.hpp"
#include "heddle/base/text/quantity.hpp"
#include "heddle/base/text/words.hpp"
#include "heddle/sim/settings/configuration.hpp"
#include "study/gpgpusim/text/number.hpp"

namespace heddle::study::gpgpusim {
namespace {

constexpr std::uint64_t kMostWhole = std::numeric_limits<std::uint32_t>::max();

/// A longer value stands in a line by its place in the file.
constexpr std::size_t kMostShown = 32;

std::optional<double> number_of(const sim::SettingValue& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
  if (const auto* number = std::get_if<double>(&value)) return *number;
  return {};
}

}  // namespace

Conversion::Conversion(const OptionSet& options)
    : options_(options), parameters_(sim::all_parameters()) {
  for (std::size_t i = 0; i < parameters_.size(); ++i) index_[parameters_[i].key] = i;
}

std::string Conversion::text(const std::string& name) const {
  if (const GivenOption* option = options_.find(name)) return option->value;
  return std::string(find_option(name)->usual);
}

std::uint64_t Conversion::whole(const std::string& name) const {
  const std::string value = text(name);
  const auto number = parse_whole(value);
  if (!number || *number > kMostWhole)
    refuse(name, fmt::format("'{}': expected a whole number, 0 to {}", value, kMostWhole));
  return *number;
}

double Conversion::number(const std::string& name) const {
  const std::string value = text(name);
  const auto number = parse_number(value);
  if (!number) refuse(name, fmt::format("'{}': expected a number", value));
  return *number;
}

bool Conversion::flag(const std::string& name) const {
  const std::string value = text(name);
  if (value != "0" && value != "1") refuse(name, fmt::format("'{}': expected 0 or 1", value));
  return value == "1";
}

std::vector<std::uint64_t> Conversion::list(const std::string& name, char separator,
                                            std::size_t least, std::size_t most) const {
  std::vector<std::uint64_t> values;
  const std::string all = text(name);
  for (const std::string& part : split_at(all, separator)) {
    const auto value = parse_whole(part);
    if (!value || *value > kMostWhole)
      refuse(name,
             fmt::format("'{}' in '{}': expected a whole number, 0 to {}", part, all, kMostWhole));
    values.push_back(*value);
  }
  if (values.size() < least || values.size() > most)
    refuse(name, fmt::format("'{}' has {} numbers: expected {} to {} between '{}'", all,
                             values.size(), least, most, separator));
  return values;
}

std::filesystem::path Conversion::folder_of(const std::string& name) const {
  const GivenOption* option = options_.find(name);
  return option == nullptr ? std::filesystem::path()
                           : std::filesystem::path(option->place.file).parent_path();
}

void Conversion::refuse(const std::string& name, const std::string& message) const {
  if (const GivenOption* option = options_.find(name))
    throw SourceError(option->place, fmt::format("{} {}", option->spelled, message));
  fail("{} {} (GPGPU-Sim's default)", name, message);
}

const sim::ParameterRow& Conversion::parameter(const std::string& key) const {
  return parameters_.at(index_.at(key));
}

std::string Conversion::source_of(const std::string& name, const std::string& how) const {
  const std::string comma = how.empty() ? "" : ": " + how;
  if (const GivenOption* option = options_.find(name)) {
    if (option->value.size() <= kMostShown)
      return fmt::format("{} {}{}", option->spelled, option->value, comma);
    const std::string file = std::filesystem::path(option->place.file).filename().string();
    return fmt::format("{} ({}:{}){}", option->spelled, file, option->place.line, comma);
  }
  return fmt::format("GPGPU-Sim's default of {}, {}{}", name, text(name), comma);
}

void Conversion::set(const std::string& key, const sim::SettingValue& value,
                     const std::string& name, const std::string& how) {
  const sim::ParameterRow& row = parameter(key);
  const auto number = number_of(value);
  if (number && (*number < row.minimum || *number > row.maximum))
    refuse(name, fmt::format("{} would be {} = {}, and heddle takes {}: change the option's value",
                             text(name), key, sim::to_string(value), row.range()));
  const GivenOption* option = options_.find(name);
  const std::string place =
      option == nullptr ? "" : fmt::format("{}:{}", option->place.file, option->place.line);
  lines_[key] = {value, source_of(name, how), place};
}

void Conversion::set_whole(const std::string& key, std::uint64_t value, const std::string& name,
                           const std::string& how) {
  if (value > kMostWhole * kMostWhole) refuse(name, "is too large a number");
  set(key, static_cast<std::int64_t>(value), name, how);
}

void Conversion::set_fact(const std::string& key, const sim::SettingValue& value,
                          const std::string& why) {
  lines_[key] = {value, why, ""};
}

void Conversion::set_as_is(const std::string& key, const std::string& name) {
  const std::string& type = parameter(key).type;
  if (type == "number")
    set(key, number(name), name);
  else if (type == "whole number")
    set_whole(key, whole(name), name);
  else
    set(key, flag(name), name);
}

void Conversion::say(const std::string& name, Fate fate, const std::string& note) {
  if (!is_given(name)) return;
  Finding& finding = findings_[name];
  if (fate > finding.fate || finding.note.empty()) finding.fate = fate;
  if (note.empty()) return;
  if (!finding.note.empty()) finding.note += "; ";
  finding.note += note;
}

void Conversion::differs(const std::string& name, const std::string& note) {
  say(name, Fate::differs, note);
}

void Conversion::agrees(const std::string& name, const std::string& note) {
  say(name, Fate::taken, note);
}

void Conversion::lacks(const std::string& name, const std::string& note) {
  say(name, Fate::lacking, note);
}

std::optional<double> Conversion::number_set(const std::string& key) const {
  const auto line = lines_.find(key);
  return line == lines_.end() ? std::optional<double>{} : number_of(line->second.value);
}

}  // namespace heddle::study::gpgpusim
