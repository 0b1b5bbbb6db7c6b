// The explanations that `heddle explain` prints for probes.

#include <algorithm>
#include <array>

#include <fmt/core.h>

#include "cli/inspect/tables.hpp"
#include "cli/inspect/topic.hpp"
#include "heddle/sim/settings/probe_choices.hpp"

namespace heddle::cli {
namespace {

std::string probe_key(std::string_view name) {
  return fmt::format("{}.{}", probe::Probe::kKind, name);
}

std::vector<std::string> probe_keys() {
  std::vector<std::string> keys;
  for (const policy::PolicyInfo& info : sim::probe_infos()) keys.push_back(probe_key(info.name));
  return keys;
}

std::string probe_text(const std::string& key, const Listener& listener) {
  const auto& all = sim::probe_infos();
  const policy::PolicyInfo& info =
      *std::ranges::find(all, key.substr(key.find('.') + 1), &policy::PolicyInfo::name);
  const auto probe = sim::make_probe(info.name);
  std::string text = fmt::format("{}: {}\n\n", key, info.doc);
  if (!info.about.empty()) text += paragraph("", info.about, listener) + "\n";
  if (!info.source.empty()) text += paragraph("source: ", info.source, listener);
  if (const std::string_view file = probe->output().file; !file.empty())
    text += fmt::format("  writes: {}, into the run's folder\n", file);
  if (probe->needs_annotations())
    text +=
        "  needs: the compiler's analyses of loops and loads, which it gets without being asked\n";
  std::vector<std::string> options;
  for (const sim::ParameterRow& row : sim::probe_rows(info.name, *probe))
    options.push_back(row.key);
  text += fmt::format("  ask for it with: --set {}=VALUE\n", options.front());
  return text + "\n" + parameters_table(among(options)).text(listener.width);
}

study::Table probes_named(const std::vector<std::string>& names) {
  return probes_table(among(names));
}

constexpr std::array<Topic, 1> kProbeTopics = {
    {{"probes", "probe.blocks, probe.timeline", probe_keys, fit_of_dotted, probe_text,
      probes_named}}};

}  // namespace

std::span<const Topic> probe_topics() { return kProbeTopics; }

}  // namespace heddle::cli
