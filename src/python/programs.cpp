#include "programs.hpp"

#include <pybind11/stl.h>

#include "bindings.hpp"
#include "heddle/base/text/demangle.hpp"
#include "heddle/ptx/parser.hpp"
#include "heddle/ptx/tree/type.hpp"
#include "pointees.hpp"

namespace heddle::python {
namespace {

std::vector<KernelParameter> parameters_of(const ptx::Module& tree, const isa::Program& program) {
  const ptx::Function* const function = tree.find_function(program.name);
  std::vector<std::string> pointees(program.parameters.size());
  if (function != nullptr) pointees = pointees_of(tree, *function);
  pointees.resize(program.parameters.size());
  std::vector<KernelParameter> all;
  for (std::size_t i = 0; i < program.parameters.size(); ++i) {
    const isa::Parameter& parameter = program.parameters[i];
    std::string type = "bytes";
    if (function != nullptr && i < function->parameters.size()) {
      const ptx::Parameter& declared = function->parameters[i];
      if (!declared.is_array && declared.vector_width == 1) type = ptx::type_name(declared.type);
    }
    all.push_back({parameter.name, type, parameter.bytes, pointees[i]});
  }
  return all;
}

}  // namespace

std::vector<LoadedKernel> kernels_of(const std::shared_ptr<const sim::LoadedModule>& module,
                                     std::string_view ptx) {
  const ptx::Module tree = ptx::parse(ptx, module->module.file);
  std::vector<LoadedKernel> kernels;
  for (const auto& program : module->module.kernels) {
    kernels.push_back({module, program, parameters_of(tree, *program)});
  }
  return kernels;
}

void bind_programs(py::module_& module) {
  py::class_<KernelParameter>(module, "KernelParameter")
      .def_readonly("name", &KernelParameter::name)
      .def_readonly("type", &KernelParameter::type)
      .def_readonly("bytes", &KernelParameter::bytes)
      .def_readonly("pointee", &KernelParameter::pointee);
  py::class_<LoadedKernel>(module, "LoadedKernel")
      .def_property_readonly("symbol",
                             [](const LoadedKernel& kernel) { return kernel.program->name; })
      .def_property_readonly(
          "name", [](const LoadedKernel& kernel) { return demangled(kernel.program->name); })
      .def_property_readonly(
          "function",
          [](const LoadedKernel& kernel) { return function_name(kernel.program->name); })
      .def_property_readonly("registers",
                             [](const LoadedKernel& kernel) { return kernel.program->registers; })
      .def_readonly("parameters", &LoadedKernel::parameters);
}

}  // namespace heddle::python
