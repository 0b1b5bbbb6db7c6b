#include "heddle/compile/lower.hpp"

#include <algorithm>

#include <fmt/core.h>

#include "heddle/compile/annotations/annotate.hpp"
#include "heddle/compile/code/source_text.hpp"
#include "heddle/compile/flow/call_graph.hpp"
#include "heddle/compile/link.hpp"
#include "heddle/compile/lowering/kernel_parameters.hpp"
#include "heddle/compile/lowering/kernel_scope.hpp"
#include "heddle/compile/lowering/lower_function.hpp"
#include "heddle/compile/lowering/lower_instruction.hpp"
#include "heddle/compile/lowering/module_plan.hpp"
#include "heddle/compile/lowering/opcode_cache.hpp"
#include "heddle/compile/pipeline.hpp"

namespace heddle::compile {
namespace {

/// The functions of a kernel, with the kernel first, and the constants that the functions use.
struct Lowered {
  std::vector<Routine> routines;
  ConstantPool constants;
};

/// Lowers each function with a frame of at most `limit` registers.
Lowered lower_functions(const KernelScope& scope, OpcodeCache& opcodes, const Options& options,
                        std::uint32_t limit) {
  Lowered lowered;
  for (const std::uint32_t function : scope.functions()) {
    lowered.routines.push_back(lower_function(scope, function, lowered.constants, opcodes));
    lowered.routines.back().reaches_local = scope.has_local_variables();
    run_passes(lowered.routines.back(), lowered.constants, options, limit);
  }
  return lowered;
}

/// Lowers the functions so that in each chain of calls the sum of the frames' registers stays
/// within the kernel's limit. If the sum exceeds the limit, each function is lowered with the same
/// smaller limit for its frame. This smaller limit is the largest with which the sum fits.
Lowered lower_within(const KernelScope& scope, OpcodeCache& opcodes, const Options& options,
                     std::uint32_t limit) {
  const auto fits = [&](const Lowered& lowered) {
    return stack_needs(lowered.routines).registers <= limit;
  };
  Lowered widest = lower_functions(scope, opcodes, options, limit);
  const bool may_spill = options.spill && options.assign_registers;
  if (!may_spill || scope.functions().size() == 1 || fits(widest)) return widest;
  // `fitting`: a frame size that fits; with size 1, each frame gets the fewest registers with which
  // its code can run.
  std::uint32_t fitting = 1, too_wide = limit;
  Lowered found = lower_functions(scope, opcodes, options, fitting);
  if (!fits(found)) return found;
  while (too_wide - fitting > 1) {
    const std::uint32_t width = (fitting + too_wide) / 2;
    Lowered tried = lower_functions(scope, opcodes, options, width);
    if (!fits(tried)) {
      too_wide = width;
    } else {
      fitting = width;
      found = std::move(tried);
    }
  }
  return found;
}

/// Lowers the functions, and repeats this with fewer vector registers if the scalar registers take
/// room from the vector registers. The number of scalar registers is known only after lowering.
Lowered lower_beside_scalars(const KernelScope& scope, OpcodeCache& opcodes, const Options& options,
                             const ptx::Bounds& bounds) {
  std::uint32_t limit = register_limit(bounds, options.supply);
  for (;;) {
    Lowered lowered = lower_within(scope, opcodes, options, limit);
    const StackNeeds needs = stack_needs(lowered.routines);
    const std::uint32_t left = register_limit(bounds, options.supply, needs.scalars);
    if (left >= limit || needs.registers <= left || !options.spill) return lowered;
    limit = left;
  }
}

std::shared_ptr<isa::Program> lower_kernel(const ModulePlan& plan, std::uint32_t kernel,
                                           OpcodeCache& opcodes, const Options& options) {
  const ptx::Function& function = plan.module.functions[kernel];
  check_parameters(plan.module, function);
  const KernelScope scope(plan, kernel);
  const Lowered lowered = lower_beside_scalars(scope, opcodes, options, function.bounds);
  auto program = std::make_shared<isa::Program>(link(scope, lowered.routines, lowered.constants));
  program->has_scalar_class = options.scalars != Scalars::off;
  if (options.annotate) {
    program->annotations =
        std::make_shared<const isa::Annotations>(annotate(*program, options.point_interval));
  }
  return program;
}

/// Compiles a kernel. Throws SourceError if the kernel cannot run.
using LowerKernel = std::shared_ptr<isa::Program>(const ModulePlan& plan, std::uint32_t kernel,
                                                  OpcodeCache& opcodes, const Options& options);

/// A program without code stands for a kernel that cannot run.
std::shared_ptr<isa::Program> lower_or_refuse(const ModulePlan& plan, std::uint32_t kernel,
                                              OpcodeCache& opcodes, const Options& options) {
  try {
    return lower_kernel(plan, kernel, opcodes, options);
  } catch (const SourceError& error) {
    auto refused = std::make_shared<isa::Program>();
    refused->name = plan.module.functions[kernel].name;
    refused->file = plan.module.file_name;
    refused->refusal = error;
    set_parameters(*refused, plan.module.functions[kernel]);
    return refused;
  }
}

isa::Module lower_kernels(const ptx::Module& module, const Options& options,
                          LowerKernel& lower_one) {
  check_options(options);
  ModulePlan plan(module, {options.capability, options.refuse_missing});
  OpcodeCache opcodes(module, plan.matcher);
  const bool has_source_lines = !module.files.empty();
  const auto source = options.keep_source || has_source_lines ? source_text_of(module) : nullptr;
  isa::Module lowered;
  lowered.file = module.file_name;
  for (std::uint32_t index = 0; index < module.functions.size(); ++index) {
    const ptx::Function& function = module.functions[index];
    if (!function.is_entry || !function.has_body) continue;
    const auto kernel = lower_one(plan, index, opcodes, options);
    kernel->source = source;
    lowered.kernels.push_back(kernel);
  }
  lowered.variables = std::move(plan.variables);
  return lowered;
}

}  // namespace

isa::Module lower(const ptx::Module& module, const Options& options) {
  return lower_kernels(module, options, lower_kernel);
}

isa::Module lower_what_runs(const ptx::Module& module, const Options& options) {
  return lower_kernels(module, options, lower_or_refuse);
}

bool is_provided(std::string_view function) { return is_service(function); }

}  // namespace heddle::compile
