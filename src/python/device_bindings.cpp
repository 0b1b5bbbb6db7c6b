#include <pybind11/stl.h>

#include "bindings.hpp"
#include "device.hpp"

namespace heddle::python {
namespace {

using Triple = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;

Dim3 extent(const Triple& of) { return {std::get<0>(of), std::get<1>(of), std::get<2>(of)}; }

std::uint64_t launch(PythonDevice& device, const LoadedKernel& kernel, const Triple& grid,
                     const Triple& block, std::uint32_t shared_bytes, bool cooperative,
                     const std::vector<py::bytes>& arguments) {
  return device.launch(kernel, {extent(grid), extent(block), shared_bytes, cooperative}, arguments);
}

}  // namespace

void bind_device(py::module_& module) {
  using Given = std::vector<GivenSetting>;
  py::class_<GivenSetting>(module, "GivenSetting")
      .def(py::init<std::string, py::object, std::string>(), py::arg("key"), py::arg("value"),
           py::arg("origin"))
      .def_readonly("key", &GivenSetting::key)
      .def_readonly("value", &GivenSetting::value)
      .def_readonly("origin", &GivenSetting::origin);
  py::class_<PythonDevice>(module, "Device")
      .def(py::init<const std::string&, const Given&, const Given&>(), py::arg("base"),
           py::arg("machine"), py::arg("settings"))
      .def("configuration", &PythonDevice::configuration)
      .def("load", &PythonDevice::load, py::arg("ptx"), py::arg("name"))
      .def("variable", &PythonDevice::variable, py::arg("kernel"), py::arg("name"))
      .def("free_bytes", &PythonDevice::free_bytes)
      .def("now", &PythonDevice::now)
      .def("allocate", &PythonDevice::allocate, py::arg("bytes"))
      .def("release", &PythonDevice::release, py::arg("address"))
      .def("write", &PythonDevice::write, py::arg("to"), py::arg("source"))
      .def("read", &PythonDevice::read, py::arg("source"), py::arg("to"))
      .def("launch", &launch, py::arg("kernel"), py::arg("grid"), py::arg("block"),
           py::arg("shared_bytes"), py::arg("cooperative"), py::arg("arguments"))
      .def("wait", &PythonDevice::wait, py::arg("launch"))
      .def("take_records", &PythonDevice::take_records)
      .def("occupancy", &PythonDevice::occupancy, py::arg("kernel"), py::arg("threads"),
           py::arg("shared_bytes"));
}

}  // namespace heddle::python
