// Options that say where results go: a file, or standard output for "-". They are checked before
// any work is done, and written whole afterwards.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace heddle::jobs {

/// What takes a text piece by piece.
using TextSink = std::function<void(std::string_view text)>;

/// Whether the name means standard output: "-" and /dev/stdout.
bool is_standard_output(std::string_view name);

/// Throws Error, which names the option, if such a file cannot be written. A name that is "" is
/// refused as well.
void require_output(std::string_view option, const std::string& name);

/// As require_output, but the option may not be given: its name is "".
void require_output_if_given(std::string_view option, const std::string& name);

/// Has `write` write the file, which appears whole or not at all. Throws Error.
void write_output(const std::string& name, const std::function<void(const TextSink& sink)>& write);

void write_output(const std::string& name, std::string_view text);

}  // namespace heddle::jobs
