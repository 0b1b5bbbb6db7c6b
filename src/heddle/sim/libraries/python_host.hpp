// The library that runs policies in Python: host/python_policies.so (src/python/host) of the
// Python package.
#pragma once

#include <filesystem>

namespace heddle::sim {

/// Whether the file has policies in Python.
inline bool is_python(const std::filesystem::path& file) { return file.extension() == ".py"; }

/// The library. A program that heddle starts takes the library of the heddle that started it.
/// Throws Error if there is none.
std::filesystem::path python_host();

}  // namespace heddle::sim
