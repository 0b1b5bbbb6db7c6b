// What is combined: the choices of each dimension, with the settings that make them. The names come
// from the registries, so that a new probe or policy is combined too.
#pragma once

#include <string>
#include <vector>

namespace heddle::sim {

struct Choice {
  std::string name;
  std::vector<std::string> settings;  ///< as of --set
  /// A policy with another value of one of its words or switches. The policy itself is a choice of
  /// its own.
  bool is_variant = false;
};

/// The first choice of a dimension is the plain one, which sets nothing but what others need too.
struct Dimension {
  std::string kind;
  std::vector<Choice> choices;
};

/// Probes, and the checks of run.*; the first choice is none.
Dimension observers();
Dimension organisations();
/// A residency that keeps more contexts than there are slots gets two block slots.
Dimension residencies();
/// Ways to preempt, of SMs that get signals; the first choice is that none does.
Dimension preemptions();
/// Ways to share the GPU, of two tenants; the first choice is that the GPU knows none.
Dimension sharings();
/// Replacements of the caches, but for Belady's, which no cache of a machine can have.
Dimension replacements();
/// The first choice of each of the following dimensions keeps the machine's own policy.
Dimension schedulers();
Dimension gang_schedulers();
Dimension throttles();
Dimension block_dispatches();
/// Each other value of each word and switch of the machine, apart from replacements and units; the
/// first choice changes none.
Dimension machine_words();
/// Who launches the kernel: the host, or a kernel of one thread, which waits for the other kernel.
Dimension launchers();
inline constexpr const char* kByKernels = "by kernels";

}  // namespace heddle::sim
