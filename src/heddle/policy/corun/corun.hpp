// How programs share a GPU. There is one object for each GPU, which is called in the bookkeeping
// between quanta. If the policy also controls SMs, it has a part for each SM (sm_corun.hpp). A
// tenant is a program that shares the GPU. A tenant runs one grid at a time. An answer that the
// comments do not allow, and any exception, ends the run with a PolicyError (policy_error.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "heddle/base/parameter.hpp"
#include "heddle/model/kernel_slots.hpp"
#include "heddle/model/resources.hpp"
#include "heddle/policy/corun/sm_corun.hpp"

namespace heddle::policy {

inline constexpr unsigned kTenants = model::kKernelSlots;

/// A tenant and the grid that it runs.
struct TenantGrid {
  unsigned tenant = 0;
  std::string kernel;
  model::BlockDemand demand;
  std::uint64_t fits = 0;  ///< number of blocks that fit on an otherwise empty SM, 1 or more
  /// Warp instructions per SM and cycle while the tenant runs alone; 0: unknown.
  double alone_ipc = 0;
};

/// The policy's plan for a tenant, for `heddle corun --plan` and notes.
struct TenantPlan {
  std::string dominant;  ///< resource of which the tenant has its largest share; empty: the policy
                         ///< does not compare shares
  double share = 0;      ///< the tenant's share of that resource
  /// The tenant's percent of the sustainable bandwidth; nothing: the policy does not assign
  /// bandwidth.
  std::optional<double> interconnect = {}, dram = {};
  /// Warp instructions in an epoch, or requests in a unit of time; nothing: no quota.
  std::optional<double> quota = {};
};

/// Counts of a tenant on one SM in a window.
struct SmTenantWindow {
  std::uint64_t warp_instructions = 0, thread_instructions = 0;
  std::uint64_t requests = 0;  ///< data requests that the SM sent to the L2
  std::uint64_t blocks = 0;    ///< number of blocks on the SM at the end of the window
};
/// Counts of a tenant on the whole GPU in a window.
struct TenantWindow {
  std::uint64_t reply_flits = 0;   ///< flits from the L2 to the SMs
  std::uint64_t dram_bytes = 0;    ///< bytes that DRAM transferred
  std::uint64_t memory_stall = 0;  ///< cycles in which an issue slot was idle because a warp of the
                                   ///< tenant waited for memory
  /// Slot cycles (issues and stalls) that are attributed to the tenant.
  std::uint64_t slot_cycles = 0;
};
struct CorunWindow {
  Cycle end = 0, length = 0;
  /// First index: SM. Second index: tenant.
  std::span<const std::array<SmTenantWindow, kTenants>> sms;
  std::array<TenantWindow, kTenants> tenants;
};

/// The capacities of the machine, for policies that assign bandwidth.
struct CorunMachine {
  std::uint32_t sms = 0;
  model::Resources sm;         ///< resources of each SM
  bool tenant_queues = false;  ///< load-store units have a queue for each tenant
  double flits = 0;            ///< peak flits from the interconnect to the SMs, per core cycle
  double dram_bytes = 0;       ///< peak bytes that DRAM transfers, per core cycle
};

class Corun {
 public:
  static constexpr std::string_view kKind = "corun";
  static constexpr std::string_view kDecides = "how programs share the GPU";
  /// The policy of a machine that names no corun policy.
  static constexpr std::string_view kDefault = "leftover";
  /// The default policy decides nothing: a run with it has no policy of this kind.
  static constexpr bool kIdleByDefault = true;

  virtual ~Corun() = default;
  virtual void describe(ParameterVisitor&) {}
  /// Throws Error if the parameters contradict each other.
  virtual void check() const {}
  /// Throws Error if a file that the parameters name cannot be used.
  virtual void check_files() const {}
  /// Returns false if the policy never limits a tenant. The functions below are then not called.
  /// Called once, before attach().
  virtual bool limits() const { return true; }
  /// Called once. Throws Error if the policy cannot serve this GPU.
  virtual void attach(const CorunMachine& /*machine*/) {}
  /// Returns the policy's part for an SM, or null if the policy has no parts. Called after
  /// attach().
  virtual std::unique_ptr<SmCorun> part(std::uint32_t /*sm*/) const { return nullptr; }

  /// Returns the reason why the parameters do not suit this number of programs; empty: the
  /// parameters suit it. Called after attach(), if the number of programs is known.
  virtual std::string misfit(std::size_t /*programs*/) const { return {}; }
  /// Tells the policy that these tenants, in the order of their numbers, share the GPU from cycle
  /// `when` on. Called when a tenant arrives, leaves for good, or begins another kernel. There is
  /// no call if a tenant repeats its kernel at once.
  virtual void share(std::span<const TenantGrid> tenants, Cycle when) = 0;
  /// Returns the reason why the parameters do not suit these tenants, and what the user can change;
  /// empty: the parameters suit them. Called after share().
  virtual std::string refusal(std::span<const TenantGrid> /*tenants*/) const { return {}; }
  /// Returns the maximum number of blocks of the tenant on the SM, up to TenantGrid::fits; 0: no
  /// block of the tenant begins on this SM. If the SM already has more blocks of the tenant, they
  /// all run to their end. Each tenant must sooner or later get an SM. Called after share() and
  /// window_elapsed().
  virtual std::uint64_t cap(std::uint32_t sm, unsigned tenant) const = 0;
  /// Returns the policy's plan for the tenant; nothing: the caps are the whole plan.
  virtual std::optional<TenantPlan> plan(unsigned /*tenant*/) const { return std::nullopt; }

  /// Whether the policy is still sampling or trying numbers of blocks, so that the caps are not its
  /// final choice. Called after share() and window_elapsed().
  virtual bool is_sampling() const { return false; }

  /// Returns the number of cycles between calls of window_elapsed(), which begin with the first
  /// grid; 0: window_elapsed() is never called. Called once, after attach().
  virtual Cycle window() const { return 0; }
  virtual void window_elapsed(const CorunWindow& /*window*/) {}
  /// Returns the new directive for the parts, or nullopt if the directive has not changed since the
  /// last call. The parts on the SMs receive the directive one control latency later. Called after
  /// share() and window_elapsed().
  virtual std::optional<CorunDirective> directive() { return std::nullopt; }
};

}  // namespace heddle::policy
