// Organisations and residencies by name and parameters, for tests.
#pragma once

#include <map>
#include <string>

#include "heddle/gpu/gpu.hpp"
#include "parameter_setter.hpp"
#include "rig.hpp"

namespace heddle::test {

inline gpu::PolicyChoice organised(const std::string& organisation, const Values& values) {
  gpu::PolicyChoice choice = greedy();
  choice.organisation = organisation;
  choice.configure = set_of("organisation." + organisation, values);
  return choice;
}

/// The organisation and the residency of these choices, with the parameters of both.
inline gpu::PolicyChoice combined(const gpu::PolicyChoice& organisation,
                                  const gpu::PolicyChoice& residency) {
  gpu::PolicyChoice choice = organisation;
  choice.residency = residency.residency;
  choice.configure = [=](const std::string& prefix, const auto& describe) {
    organisation.configure(prefix, describe);
    residency.configure(prefix, describe);
  };
  return choice;
}

inline gpu::PolicyChoice resided(const std::string& residency, const Values& values = {}) {
  gpu::PolicyChoice choice;
  choice.residency = residency;
  choice.warp_scheduler = "lrr";
  choice.configure = set_of("residency." + residency, values);
  return choice;
}

/// Every residency; those of WarpMan by mode.
inline std::map<std::string, gpu::PolicyChoice> every_residency() {
  return {{"block", resided("block")},
          {"warp_release", resided("warp_release")},
          {"temp", resided("warpman", {{"mode", 0}})},
          {"temp_spatial", resided("warpman", {{"mode", 1}})},
          {"dueling", resided("warpman", {{"mode", 2}, {"duel_window", 1000}})},
          {"threshold", resided("warpman", {{"mode", 3}, {"threshold", 9}})},
          {"threshold of all",
           resided("warpman", {{"mode", 3}, {"threshold", 3}, {"threshold_scope", 1}})}};
}

/// Every organisation that the same program has to give the same output on.
inline std::map<std::string, gpu::PolicyChoice> every_organisation() {
  return {{"spatial 32", organised("spatial", {{"width", 32}})},
          {"spatial 16", organised("spatial", {{"width", 16}})},
          {"spatial 8", organised("spatial", {{"width", 8}})},
          {"spatial 4", organised("spatial", {{"width", 4}})},
          {"temporal", organised("temporal", {})},
          {"temporal 16", organised("temporal", {{"warp_size", 16}})},
          {"unlocked", organised("temporal", {{"unlocked", 1}})},
          {"spatio-temporal 2", organised("spatio_temporal", {{"k", 2}})},
          {"spatio-temporal 4", organised("spatio_temporal", {{"k", 4}})},
          {"temporal by threads",
           combined(organised("temporal", {{"allocation", "threads"}}), resided("warp_release"))},
          {"temporal in parts", combined(organised("temporal", {}), resided("warpman"))},
          {"spatio-temporal in parts",
           combined(organised("spatio_temporal", {{"k", 2}}), resided("warpman"))}};
}

/// The machine on which organisations may form warps.
inline gpu::MachineSpec one_at_a_time() {
  gpu::MachineSpec machine = small_machine();
  machine.sm.issue_discipline = core::IssueDiscipline::one_at_a_time;
  return machine;
}

/// Organisations that form warps, on that machine.
inline std::map<std::string, gpu::PolicyChoice> every_forming_organisation() {
  return {{"tbc", organised("tbc", {})}};
}

}  // namespace heddle::test
