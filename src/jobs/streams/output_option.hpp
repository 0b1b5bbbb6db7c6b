// Options that name an output: a file, or "-" for standard output. The name is checked before the
// work. The file is written after the work, whole or not at all.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace heddle::jobs {

/// Takes a text piece by piece.
using TextSink = std::function<void(std::string_view text)>;

/// Whether the name means standard output: "-", /dev/stdout, /dev/fd/1 or /proc/self/fd/1.
bool is_standard_output(std::string_view name);

/// Throws Error, which names the option, if the file cannot be written or the name is empty.
void require_output(std::string_view option, const std::string& name);

/// Calls require_output if `name` is not empty. An empty name means that the option is not given.
void require_output_if_given(std::string_view option, const std::string& name);

/// Calls `write` to write the file, which appears whole or not at all. Throws Error if the file
/// cannot be written.
void write_output(const std::string& name, const std::function<void(const TextSink& sink)>& write);

void write_output(const std::string& name, std::string_view text);

}  // namespace heddle::jobs
