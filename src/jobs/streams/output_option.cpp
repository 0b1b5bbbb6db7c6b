#include "jobs/streams/output_option.hpp"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "heddle/base/error.hpp"
#include "heddle/sim/output/whole_file.hpp"

namespace heddle::jobs {

bool is_standard_output(std::string_view name) {
  constexpr std::array kNames = {"-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"};
  for (const char* known : kNames) {
    if (name == known) return true;
  }
  return false;
}

void require_output(std::string_view option, const std::string& name) {
  if (name.empty()) fail("{} '': expected the name of a file, or - for standard output", option);
  if (is_standard_output(name)) return;
  try {
    sim::require_writable(name);
  } catch (const Error& error) {
    fail("{}: {}", option, error.what());
  }
}

void require_output_if_given(std::string_view option, const std::string& name) {
  if (!name.empty()) require_output(option, name);
}

void write_output(const std::string& name, const std::function<void(const TextSink& sink)>& write) {
  if (is_standard_output(name)) {
    return write([](std::string_view text) {
      if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size())
        fail("cannot write to standard output: {}", std::strerror(errno));
    });
  }
  sim::WholeFile whole(name);
  write([&](std::string_view text) { whole.write(text); });
  whole.commit();
}

void write_output(const std::string& name, std::string_view text) {
  write_output(name, [&](const TextSink& sink) { sink(text); });
}

}  // namespace heddle::jobs
