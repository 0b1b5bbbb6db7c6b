// How programs share a GPU: one object a GPU, asked in the bookkeeping between quanta, and where it
// has one a part in each SM (sm_corun.hpp). A program that shares the GPU is a tenant. One grid of
// a tenant runs at a time. Any other answer than the comments allow, and any exception, ends the
// run with a PolicyError (policy_error.hpp).
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
  std::uint64_t fits = 0;  ///< blocks on an SM that has no others, 1 or more
  /// Warp instructions that each SM issues in a cycle while the tenant is alone; 0: not known.
  double alone_ipc = 0;
};

/// What a policy means a tenant to have, for `heddle corun --plan` and notes.
struct TenantPlan {
  std::string dominant;  ///< the resource of which it takes the largest share; empty: none counts
  double share = 0;      ///< of that resource
  /// Percent of what interconnect and DRAM can sustain; nothing: no bandwidth is given out.
  std::optional<double> interconnect = {}, dram = {};
  /// Of warp instructions in an epoch, or of requests in a unit of time; nothing: none.
  std::optional<double> quota = {};
};

/// What a tenant did on an SM in a window.
struct SmTenantWindow {
  std::uint64_t warp_instructions = 0, thread_instructions = 0;
  std::uint64_t requests = 0;  ///< of its data to the L2
  std::uint64_t blocks = 0;    ///< there at the window's end
};
/// What a tenant did on the whole GPU in a window.
struct TenantWindow {
  std::uint64_t reply_flits = 0;   ///< from the L2 to the SMs
  std::uint64_t dram_bytes = 0;    ///< data moved
  std::uint64_t memory_stall = 0;  ///< slot-cycles in which its warps waited for memory
  std::uint64_t slot_cycles = 0;   ///< slot-cycles that were the tenant's
};
struct CorunWindow {
  Cycle end = 0, length = 0;
  /// By SM, then by tenant.
  std::span<const std::array<SmTenantWindow, kTenants>> sms;
  std::array<TenantWindow, kTenants> tenants;
};

/// What the machine can do, for policies that give out bandwidth.
struct CorunMachine {
  std::uint32_t sms = 0;
  model::Resources sm;         ///< of each
  bool tenant_queues = false;  ///< load-store units have a queue for each tenant
  double flits = 0;  ///< that the interconnect can move to the SMs in a core cycle, at its peak
  double dram_bytes = 0;  ///< that DRAM can move in a core cycle, at its peak
};

class Corun {
 public:
  static constexpr std::string_view kKind = "corun";
  static constexpr std::string_view kDecides = "how programs share the GPU";
  /// What a machine has that names none.
  static constexpr std::string_view kDefault = "leftover";

  virtual ~Corun() = default;
  virtual void describe(ParameterVisitor&) {}
  /// Throws Error if its parameters contradict each other.
  virtual void check() const {}
  /// Throws Error if a file that they name cannot be used.
  virtual void check_files() const {}
  /// False: no tenant is limited, ever, and nothing below is called. Asked once, before attach().
  virtual bool limits() const { return true; }
  /// Called once. Throws Error if it cannot serve such a GPU.
  virtual void attach(const CorunMachine& /*machine*/) {}
  /// The part of an SM; null: it needs none. After attach().
  virtual std::unique_ptr<SmCorun> part(std::uint32_t /*sm*/) const { return nullptr; }

  /// Why the parameters do not suit so many programs; empty: they do. Asked after attach(), where
  /// it is known how many there will be.
  virtual std::string misfit(std::size_t /*programs*/) const { return {}; }
  /// From `when` on these tenants share the GPU, in the order of their numbers: one has come, one
  /// has gone for good, or one has begun another kernel. A tenant whose kernel begins again at once
  /// stays.
  virtual void share(std::span<const TenantGrid> tenants, Cycle when) = 0;
  /// Why the parameters do not suit these tenants, and what to do; empty: they do. Asked after
  /// share().
  virtual std::string refusal(std::span<const TenantGrid> /*tenants*/) const { return {}; }
  /// How many blocks of a tenant that shares the GPU the SM holds, at most TenantGrid::fits; 0:
  /// none begins there. Fewer than are there: they stay until they end. Each tenant must get an SM
  /// at some time. Asked after share() and window_elapsed().
  virtual std::uint64_t cap(std::uint32_t sm, unsigned tenant) const = 0;
  /// What the tenant is meant to have; nothing: its caps say all.
  virtual std::optional<TenantPlan> plan(unsigned /*tenant*/) const { return std::nullopt; }

  /// Whether the caps are those of a sample or a trial, not what the policy has chosen. Asked after
  /// share() and window_elapsed().
  virtual bool is_sampling() const { return false; }

  /// Cycles from one call of window_elapsed() to the next, from the first grid on; 0: it is never
  /// called. Asked once, after attach().
  virtual Cycle window() const { return 0; }
  virtual void window_elapsed(const CorunWindow& /*window*/) {}
  /// For the parts, which get it a control latency later; nothing: nothing has changed since it was
  /// asked last. Asked after share() and window_elapsed().
  virtual std::optional<CorunDirective> directive() { return std::nullopt; }
};

}  // namespace heddle::policy
