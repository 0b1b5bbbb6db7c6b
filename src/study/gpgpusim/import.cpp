#include "study/gpgpusim/import.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/core.h>

#include "heddle/base/error.hpp"
#include "heddle/sim/settings/configuration.hpp"
#include "study/gpgpusim/conversion.hpp"
#include "study/gpgpusim/machine_text.hpp"
#include "study/gpgpusim/text/number.hpp"

namespace heddle::study::gpgpusim {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPowerOption = "-accelwattch_xml_file";
constexpr const char* kPowerSwitch = "-power_simulation_enabled";
constexpr const char* kUsualPowerFile = "accelwattch_sass_sim.xml";

/// The machine of the nearest chip: Volta, Turing and Ampere by their capability, and Fermi for all
/// before Volta.
std::string usual_base(const Conversion& c) {
  const std::string forced = "-gpgpu_ptx_force_max_capability";
  std::uint64_t capability = 0;
  if (c.is_given(forced)) capability = c.whole(forced);
  if (capability == 0)
    capability = c.whole("-gpgpu_compute_capability_major") * 10 +
                 c.whole("-gpgpu_compute_capability_minor");
  if (capability < 70) return "gtx480";
  if (capability < 75) return "v100";
  return capability < 80 ? "t4" : "a100";
}

void convert(Conversion& c, const OptionRow& row) {
  const bool names_many = row.name.ends_with('*');
  const std::string name(row.name);
  if (names_many || (!c.is_given(name) && row.usual.empty())) return;
  if (row.convert != nullptr) return row.convert(c);
  if (!row.keys.empty()) c.set_as_is(std::string(row.keys), name);
}

/// What the table says of the option, and what its conversion said of the value.
OptionFinding finding_of(const Conversion& c, const std::string& name) {
  const GivenOption& option = *c.options().find(name);
  OptionFinding finding{option.spelled, option.value,
                        fmt::format("{}:{}", option.place.file, option.place.line)};
  const OptionRow* row = find_option(name);
  if (row == nullptr) {
    finding.known = false;
    finding.note = near_option(name);
    return finding;
  }
  finding.fate = row->fate;
  finding.keys = row->keys;
  finding.note = row->note;
  if (!row->same.empty() && option.value == row->same) {
    finding.fate = Fate::taken;
    finding.note = "heddle does this";
  }
  const auto said = c.findings().find(name);
  if (said == c.findings().end()) return finding;
  // A row that is taken may be converted with a difference, and one without counterpart may have a
  // value that heddle agrees with.
  const bool agrees = said->second.fate == Fate::taken;
  if (agrees || said->second.fate > finding.fate) finding.fate = said->second.fate;
  finding.note =
      agrees || finding.note.empty() ? said->second.note : finding.note + "; " + said->second.note;
  return finding;
}

void refuse_unknown(const std::vector<OptionFinding>& findings) {
  for (const OptionFinding& finding : findings)
    if (!finding.known)
      fail("{}: unknown option {}{} (--strict refuses options that heddle import does not know)",
           finding.place, finding.name, finding.note);
}

/// The power file of the request, of the options, or beside the first option file.
fs::path power_file(const ImportRequest& request, Conversion& c) {
  if (!request.power.empty()) return request.power;
  std::error_code error;
  if (c.is_given(kPowerSwitch) && !c.flag(kPowerSwitch)) {
    c.agrees(kPowerOption, fmt::format("not read: {} is 0; --power FILE reads it", kPowerSwitch));
    return {};
  }
  if (c.is_given(kPowerOption)) {
    const fs::path file = c.folder_of(kPowerOption) / c.text(kPowerOption);
    if (!fs::exists(file, error))
      c.refuse(kPowerOption, fmt::format("{}: there is no such file: copy it beside the option "
                                         "file, or name one with --power FILE",
                                         c.text(kPowerOption)));
    return file;
  }
  const fs::path usual = request.files.front().parent_path() / kUsualPowerFile;
  return fs::exists(usual, error) ? usual : fs::path();
}

/// Throws Error if heddle cannot run with the settings. The message names the option whose value is
/// to be changed.
void check(const Conversion& c, const std::string& base) {
  sim::ConfigurationRequest request;
  request.machine = base;
  request.runs = false;
  constexpr std::string_view kPolicies = "policies.";  // only files have this table
  for (const auto& [key, line] : c.lines())
    request.options[key.starts_with(kPolicies) ? key.substr(kPolicies.size()) : key] = {
        line.value, line.place.empty() ? line.source : line.place + ", " + line.source};
  sim::Configuration::resolve(request);
}

}  // namespace

std::size_t Import::count(Fate fate) const {
  return static_cast<std::size_t>(std::ranges::count_if(
      options, [&](const OptionFinding& option) { return option.known && option.fate == fate; }));
}

std::size_t Import::unknown() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(options, [](const OptionFinding& option) { return !option.known; }));
}

Import import_machine(const ImportRequest& request) {
  const OptionSet options = read_option_files(request.files);
  Conversion conversion(options);
  for (const OptionRow* row : option_rows()) convert(conversion, *row);
  Import import;
  import.base = request.base.empty() ? usual_base(conversion) : request.base;
  import.power_file = power_file(request, conversion);
  if (!import.power_file.empty()) import.power = convert_power(conversion, import.power_file);
  for (const std::string& name : options.names())
    import.options.push_back(finding_of(conversion, name));
  for (const GivenOption& option : options.replaced())
    import.replaced.push_back(fmt::format("{}:{}: {} {} is replaced by a later value",
                                          option.place.file, option.place.line, option.spelled,
                                          option.value));
  if (request.strict) refuse_unknown(import.options);
  if (import.unknown() == import.options.size())
    fail("{}: none of its {} options is one of GPGPU-Sim's", request.files.front().string(),
         import.options.size());
  check(conversion, import.base);
  import.machine = machine_text(request, import, conversion);
  sim::parse_settings(import.machine, "the machine file");  // throws for names that are not UTF-8
  return import;
}

}  // namespace heddle::study::gpgpusim
