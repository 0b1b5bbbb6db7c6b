#include "study/gpgpusim/power_file.hpp"

#include <cctype>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string_view>

#include <fmt/core.h>

#include "heddle/base/files/input_file.hpp"
#include "heddle/base/text/quantity.hpp"
#include "study/gpgpusim/conversion.hpp"

namespace heddle::study::gpgpusim {
namespace {

/// Walks through the tags of an XML text.
class TagReader {
 public:
  TagReader(std::string_view text, std::string file) : text_(text), place_{std::move(file), 1, 1} {}

  /// Returns the text of the next tag without its brackets. Passes over comments.
  std::optional<std::string_view> next() {
    while (true) {
      const std::size_t open = text_.find('<', at_);
      if (open == std::string_view::npos) return {};
      move_to(open);
      const bool is_comment = text_.substr(open).starts_with("<!--");
      const std::string_view end = is_comment ? "-->" : ">";
      const std::size_t close = text_.find(end, open);
      if (close == std::string_view::npos)
        throw SourceError(place_, fmt::format("no '{}' ends what begins here: the file is cut "
                                              "off, or no XML",
                                              end));
      const std::string_view tag = text_.substr(open + 1, close - open - 1);
      tag_place_ = place_;
      move_to(close + end.size());
      if (!is_comment) return tag;
    }
  }
  const SourcePlace& place() const { return tag_place_; }

 private:
  void move_to(std::size_t at) {
    for (; at_ < at; ++at_) {
      if (text_[at_] == '\n') ++place_.line;
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  SourcePlace place_, tag_place_;
};

/// The value of NAME="..." in a tag.
std::optional<std::string_view> attribute(std::string_view tag, std::string_view name) {
  for (std::size_t at = tag.find(name); at != std::string_view::npos; at = tag.find(name, at + 1)) {
    std::string_view rest = tag.substr(at + name.size());
    while (rest.starts_with(' ')) rest.remove_prefix(1);
    const bool begins = at > 0 && std::isspace(static_cast<unsigned char>(tag[at - 1])) != 0;
    if (!begins || !rest.starts_with('=')) continue;
    rest.remove_prefix(1);
    while (rest.starts_with(' ')) rest.remove_prefix(1);
    if (!rest.starts_with('"')) return {};
    const std::size_t end = rest.find('"', 1);
    if (end == std::string_view::npos) return {};
    return rest.substr(1, end - 1);
  }
  return {};
}

using Values = std::map<std::string, PowerValue>;

/// Sets a parameter of heddle from a value of the file.
class PowerSetter {
 public:
  PowerSetter(Conversion& conversion, const Values& values)
      : conversion_(conversion), values_(values) {}

  const PowerValue* find(const char* name) const {
    const auto at = values_.find(name);
    return at == values_.end() ? nullptr : &at->second;
  }
  void set(const char* name, const char* key, double value, const std::string& how) {
    const PowerValue& given = values_.at(name);
    if (!(value >= 0) || value > 1e6)
      throw SourceError(given.place, fmt::format("{} would be {} = {:.6g}: expected 0 to 1000000",
                                                 name, key, value));
    const std::string comma = how.empty() ? "" : ": " + how;
    conversion_.set_fact(key, std::round(value * 1e6) / 1e6,
                         fmt::format("{} {:.6g}{}", name, given.value, comma));
    findings.push_back({name, fmt::format("{:.6g}", given.value), key, how});
  }

  std::vector<PowerFinding> findings;

 private:
  Conversion& conversion_;
  const Values& values_;
};

/// The chip's parts have no powers of their own here: all are in the constant power.
void set_constant_power(Conversion& c, PowerSetter& set) {
  const PowerValue* constant = set.find("constant_power");
  if (constant == nullptr) return;
  set.set("constant_power", "energy.power.board_w", constant->value,
          "all that is drawn whatever happens, with DRAM's standby");
  for (const char* key :
       {"energy.power.l2_slice_w", "energy.power.crossbar_w", "energy.power.memory_channel_w",
        "energy.power.other_w", "energy.dram.background_w"})
    c.set_fact(key, 0.0, "in energy.power.board_w");
}

/// The power of the first lane, and of 31 further ones, is that of the whole chip.
void set_active_power(Conversion& c, PowerSetter& set, double idle) {
  const char* name = "static_geomean_flane";
  const PowerValue* first = set.find(name);
  const PowerValue* others = set.find("static_geomean_addlane");
  const double sms = c.number_set("sm.count").value_or(1);
  if (first == nullptr || others == nullptr) return;
  const double active = (first->value + 31 * others->value) / sms - idle;
  set.set(name, "energy.power.active_sm_w", active < 0 ? 0 : active,
          "and 31 static_geomean_addlane, by the SMs, less idle_core_power");
}

}  // namespace

Values read_power_file(const std::filesystem::path& file) {
  const std::string text = read_file(file, file_kinds::kSettings);
  TagReader reader(text, file.string());
  Values values;
  while (const auto tag = reader.next()) {
    if (!tag->starts_with("param")) continue;
    const auto name = attribute(*tag, "name"), value = attribute(*tag, "value");
    if (!name || !value)
      throw SourceError(reader.place(), "expected <param name=\"...\" value=\"...\"/>");
    if (const auto number = parse_number(*value))
      values.try_emplace(std::string(*name), PowerValue{*number, reader.place()});
  }
  if (values.empty())
    throw SourceError({file.string(), 1, 1},
                      "no <param name=\"...\" value=\"...\"/>: this is no power file");
  return values;
}

std::vector<PowerFinding> convert_power(Conversion& conversion, const std::filesystem::path& file) {
  const Values values = read_power_file(file);
  PowerSetter set(conversion, values);
  if (const PowerValue* node = set.find("core_tech_node"))
    set.findings.push_back({"core_tech_node", fmt::format("{:.6g}", node->value), "",
                            "the process of McPAT's energies, which are not taken"});
  set_constant_power(conversion, set);
  if (const PowerValue* idle = set.find("idle_core_power")) {
    set.set("idle_core_power", "energy.power.sm_w", idle->value, "");
    set_active_power(conversion, set, idle->value);
  }
  static constexpr const char* kFactors[] = {
      "TOT_INST",    "FP_INT",    "IC_H",       "IC_M",       "DC_RH",       "DC_RM",
      "DC_WH",       "DC_WM",     "CC_H",       "CC_M",       "SHRD_ACC",    "REG_RD",
      "REG_WR",      "INT_ACC",   "FP_ACC",     "DP_ACC",     "INT_MUL_ACC", "FP_MUL_ACC",
      "FP_SQRT_ACC", "FP_LG_ACC", "FP_SIN_ACC", "FP_EXP_ACC", "DP_MUL_ACC",  "TENSOR_ACC",
      "TEX_ACC",     "MEM_RD",    "MEM_WR",     "MEM_PRE",    "L2_RH",       "L2_RM",
      "L2_WH",       "L2_WM",     "NOC_A",      "PIPE_A"};
  for (const char* name : kFactors)
    if (const PowerValue* factor = set.find(name))
      set.findings.push_back({name, fmt::format("{:.6g}", factor->value), "",
                              "a factor on an energy of McPAT; the energy of these events is the "
                              "base machine's"});
  return set.findings;
}

}  // namespace heddle::study::gpgpusim
