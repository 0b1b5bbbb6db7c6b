// What the tests of sharing policies share: the SM of the studies, and policies with their
// parameters.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "heddle/base/parameter.hpp"
#include "heddle/core/residents/resource_unit.hpp"
#include "heddle/gpu/chip/block_fit.hpp"
#include "heddle/gpu/chip/corun_boundary.hpp"
#include "heddle/policy/corun/corun.hpp"
#include "heddle/policy/registry.hpp"

namespace heddle::corun_test {

/// The GPU of CCBP, as far as blocks see it.
inline gpu::MachineSpec study_machine() {
  gpu::MachineSpec machine;
  machine.sm.count = 16;
  machine.sm.blocks = 32;
  machine.sm.warps = 64;
  machine.sm.threads = 2048;
  machine.sm.registers = 65536;
  machine.sm.register_unit = 256;
  machine.sm.shared_bytes = 96 * 1024;
  return machine;
}

/// A kernel whose blocks have so many threads, of so many registers each.
inline policy::TenantGrid kernel_of(unsigned tenant, const std::string& name, std::uint32_t threads,
                                    std::uint32_t registers, double alone_ipc = 0) {
  const gpu::BlockFit fit(study_machine().sm);
  const model::BlockDemand demand = fit.demand_of(threads, registers, 0);
  return {.tenant = tenant,
          .kernel = name,
          .demand = demand,
          .fits = fit.occupancy(demand).blocks,
          .alone_ipc = alone_ipc};
}

// The kernels of the studies' tables.
inline policy::TenantGrid bp(unsigned tenant) { return kernel_of(tenant, "BP", 256, 24); }
inline policy::TenantGrid cfd(unsigned tenant) { return kernel_of(tenant, "CFD", 192, 72); }
/// 8192 registers, 256 threads.
inline policy::TenantGrid kernel_l(unsigned tenant) { return kernel_of(tenant, "L", 256, 32); }
/// 9216 registers, 192 threads.
inline policy::TenantGrid kernel_b(unsigned tenant) { return kernel_of(tenant, "B", 192, 48); }
/// 6144 registers, 256 threads.
inline policy::TenantGrid kernel_d(unsigned tenant) { return kernel_of(tenant, "D", 256, 24); }

/// Sets parameters from texts by name.
class TextSetter final : public ParameterVisitor {
 public:
  using Texts = std::map<std::string, std::string, std::less<>>;

  explicit TextSetter(const Texts& texts) : texts_(texts) {}
  void operator()(std::string_view name, std::uint32_t& value, const ParameterInfo&) override {
    if (const auto* text = find(name)) value = static_cast<std::uint32_t>(std::stoul(*text));
  }
  void operator()(std::string_view name, std::uint64_t& value, const ParameterInfo&) override {
    if (const auto* text = find(name)) value = std::stoull(*text);
  }
  void operator()(std::string_view name, double& value, const ParameterInfo&) override {
    if (const auto* text = find(name)) value = std::stod(*text);
  }
  void operator()(std::string_view name, bool& value, const ParameterInfo&) override {
    if (const auto* text = find(name)) value = *text == "true";
  }
  void operator()(std::string_view name, std::string& value, const ParameterInfo&) override {
    if (const auto* text = find(name)) value = *text;
  }
  void choice(std::string_view name, ChoiceReference& value, const ParameterInfo&) override {
    const auto* text = find(name);
    for (std::uint32_t i = 0; text != nullptr && i < value.names.size(); ++i)
      if (value.names[i] == *text) value.value = i;
  }

 private:
  void begin_group(std::string_view, std::string_view) override {}
  void end_group() override {}
  const std::string* find(std::string_view name) const {
    const auto found = texts_.find(name);
    return found == texts_.end() ? nullptr : &found->second;
  }
  const Texts& texts_;
};

inline std::unique_ptr<policy::Corun> make(const std::string& name,
                                           const TextSetter::Texts& texts = {}) {
  auto made = policy::Registry<policy::Corun>::instance().make(name);
  TextSetter setter(texts);
  made->describe(setter);
  return made;
}

/// The boundary of the policy on the study's machine.
inline gpu::CorunBoundary boundary_of(const std::string& name, const TextSetter::Texts& texts) {
  return {study_machine(), {{policy::Corun::kKind, name}, make(name, texts)}};
}

/// The blocks of each tenant on an SM under the policy.
inline std::vector<std::uint64_t> blocks_under(const std::string& name,
                                               const std::vector<policy::TenantGrid>& tenants,
                                               const TextSetter::Texts& texts = {},
                                               std::uint32_t sm = 0) {
  gpu::CorunBoundary boundary = boundary_of(name, texts);
  boundary.share(tenants, 0);
  std::vector<std::uint64_t> blocks;
  for (const policy::TenantGrid& tenant : tenants)
    blocks.push_back(boundary.caps()[sm][tenant.tenant]);
  return blocks;
}

}  // namespace heddle::corun_test
