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
          {"sequential 32", organised("spatial", {{"sequential", 1}})},
          {"sequential 8", organised("spatial", {{"width", 8}, {"sequential", 1}})},
          {"temporal", organised("temporal", {})},
          {"overlapping", organised("temporal", {{"overlap", 1}, {"control_by_threads", 1}})},
          {"overlapping 16",
           organised("temporal", {{"overlap", 1}, {"warp_size", 16}, {"control_by_threads", 1}})},
          {"overlapping, unlocked", organised("temporal", {{"overlap", 1}, {"unlocked", 1}})},
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

/// One issue slot a part of a warp, two instructions a buffer, eight fetches a cycle.
inline gpu::MachineSpec sliced() {
  gpu::MachineSpec machine = small_machine();
  machine.sm.schedulers = 1;
  machine.fetch.buffer_entries = 2;
  machine.fetch.ports = 8;
  machine.fetch.per_cycle = 1;
  machine.fetch.instructions = 1;
  return machine;
}

/// Organisations with gangs, on that machine.
inline std::map<std::string, gpu::PolicyChoice> every_ganging_organisation() {
  const std::string name = "variable_warp";
  return {
      {"gangs", organised(name, {})},
      {"gangs of 8", organised(name, {{"base_width", 8}})},
      {"gangs of 16", organised(name, {{"base_width", 16}})},
      {"no gangs", organised(name, {{"form_gangs", 0}})},
      {"four gangs a cycle", organised(name, {{"gangs_per_cycle", 4}})},
      {"elastic", organised(name, {{"reform_entities", 2}})},
      {"elastic, all at once", organised(name, {{"reform_entities", 8}})},
      {"elastic by visits", organised(name, {{"reform_entities", 2}, {"reform_at", "visit"}})},
      {"elastic, every context",
       organised(name, {{"reform_entities", 2}, {"reform_at", "visit"}, {"reform_visits_all", 1}})},
      {"elastic, waiting", organised(name, {{"reform_entities", 2}, {"sync_wait", 50}})},
      {"by memory", organised(name, {{"split_memory", "group"}})},
      {"impatient", organised(name, {{"split_memory", "impatient"}})},
      {"elastic and impatient",
       organised(name, {{"reform_entities", 2}, {"split_memory", "impatient"}})}};
}

/// The machine on which organisations may form warps.
inline gpu::MachineSpec one_at_a_time() {
  gpu::MachineSpec machine = small_machine();
  machine.sm.issue_discipline = core::IssueDiscipline::one_at_a_time;
  return machine;
}

/// Dynamic warp formation with one of its schedulers.
inline gpu::PolicyChoice pooled(const std::string& scheduler) {
  gpu::PolicyChoice choice = organised("dwf", {});
  choice.warp_scheduler = scheduler;
  return choice;
}

/// Organisations that form warps, on that machine.
inline std::map<std::string, gpu::PolicyChoice> every_forming_organisation() {
  return {{"tbc", organised("tbc", {})},
          {"dwf by majority", pooled("majority")},
          {"dwf by minority", pooled("minority")},
          {"dwf by time stamp", pooled("time_stamp")},
          {"dwf by points passed", pooled("pdom_priority")},
          {"dwf by lowest pc", pooled("lpc")},
          {"dwf by age", pooled("oldest")}};
}

}  // namespace heddle::test
