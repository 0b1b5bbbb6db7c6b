// Whole numbers from Python: any object with __index__, as Python's own sequences accept.
#pragma once

#include <optional>

#include "gil.hpp"

namespace heddle::python {

/// Returns nothing if the object is no whole number or the number needs more than 64 bits.
inline std::optional<long long> whole_number(const py::handle& given) {
  PyObject* const index = PyNumber_Index(given.ptr());
  if (index == nullptr) {
    PyErr_Clear();
    return std::nullopt;
  }
  const auto number = py::reinterpret_steal<py::int_>(index);
  int overflow = 0;
  const long long whole = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
  if (overflow != 0) return std::nullopt;
  return whole;
}

/// Whether a Python loop can go over the object.
inline bool is_iterable(const py::handle& given) {
  PyObject* const iterator = PyObject_GetIter(given.ptr());
  if (iterator == nullptr) PyErr_Clear();
  Py_XDECREF(iterator);
  return iterator != nullptr;
}

}  // namespace heddle::python
