// Translates heddle's errors to Python exceptions. An exception carries heddle's message, which
// says what is wrong, where, and what to type instead.
#include "bindings.hpp"
#include "heddle/base/error.hpp"
#include "heddle/policy/policy_error.hpp"

namespace heddle::python {
namespace {

py::object exception_type(const char* name) {
  return py::module_::import("heddle._errors").attr(name);
}

void set_error(const char* type, const std::string& message) {
  PyErr_SetString(exception_type(type).ptr(), message.c_str());
}

void set_source_error(const SourceError& error) {
  const py::object type = exception_type("SourceError");
  const SourcePlace& place = error.where();
  const py::object made = type(error.what(), place.file, place.line, place.column);
  PyErr_SetObject(type.ptr(), made.ptr());
}

void translate(std::exception_ptr thrown) {  // NOLINT(performance-unnecessary-value-param)
  try {
    if (thrown) std::rethrow_exception(thrown);
  } catch (const SourceError& error) {
    set_source_error(error);
  } catch (const policy::PolicyError& error) {
    set_error("PolicyError", error.what());
  } catch (const Error& error) {
    set_error("Error", error.what());
  }
}

}  // namespace

void bind_errors(py::module_& /*module*/) { py::register_exception_translator(translate); }

}  // namespace heddle::python
