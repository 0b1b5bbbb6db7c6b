// A file descriptor that closes itself, and checks of what it is open on.
#pragma once

#include <filesystem>

#include <sys/stat.h>
#include <unistd.h>

#include "heddle/base/error.hpp"

namespace heddle::sim {

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return number_; }
  explicit operator bool() const { return number_ >= 0; }

 private:
  int number_;
};

inline bool is_regular(int descriptor) {
  struct stat status{};
  return fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
}

/// Throws the Error for a journal that is not a regular file.
[[noreturn]] inline void refuse_special_file(const std::filesystem::path& file) {
  fail(
      "the journal '{}' is no file, but a folder, a pipe or a device: remove it and run the "
      "program again",
      file.string());
}

}  // namespace heddle::sim
