#include "heddle/compile/lower.hpp"

#include "heddle/compile/annotate.hpp"
#include "heddle/compile/kernel_parameters.hpp"
#include "heddle/compile/kernel_scope.hpp"
#include "heddle/compile/link.hpp"
#include "heddle/compile/lower_function.hpp"
#include "heddle/compile/module_plan.hpp"
#include "heddle/compile/opcode_cache.hpp"
#include "heddle/compile/pipeline.hpp"

namespace heddle::compile {
namespace {

std::shared_ptr<const isa::Program> lower_kernel(const ModulePlan& plan, std::uint32_t kernel,
                                                 OpcodeCache& opcodes, const Options& options) {
  check_parameters(plan.module, plan.module.functions[kernel]);
  const KernelScope scope(plan, kernel);
  ConstantPool constants;
  std::vector<Routine> routines;
  const std::uint32_t limit = register_limit(plan.module.functions[kernel].bounds, options.supply);
  for (const std::uint32_t function : scope.functions()) {
    routines.push_back(lower_function(scope, function, constants, opcodes));
    run_passes(routines.back(), constants, options, limit);
  }
  auto program = link(scope, routines, constants);
  if (!options.annotate) return program;
  auto annotated = std::make_shared<isa::Program>(*program);
  annotated->annotations =
      std::make_shared<const isa::Annotations>(annotate(*program, options.point_interval));
  return annotated;
}

}  // namespace

isa::Module lower(const ptx::Module& module, const Options& options) {
  if (module.address_size != 64) {
    throw module.error({1, 1}, "only '.address_size 64' is supported");
  }
  ModulePlan plan(module);
  OpcodeCache opcodes(module, plan.matcher);
  isa::Module lowered;
  lowered.file = module.file_name;
  for (std::uint32_t index = 0; index < module.functions.size(); ++index) {
    const ptx::Function& function = module.functions[index];
    if (!function.is_entry || !function.has_body) continue;
    lowered.kernels.push_back(lower_kernel(plan, index, opcodes, options));
  }
  lowered.variables = std::move(plan.variables);
  return lowered;
}

}  // namespace heddle::compile
