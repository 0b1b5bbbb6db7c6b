// A file descriptor that closes itself.
#pragma once

#include <sys/stat.h>
#include <unistd.h>

namespace heddle {

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

  /// Whether the descriptor is open on a regular file.
  bool is_regular_file() const {
    struct stat status{};
    return fstat(number_, &status) == 0 && S_ISREG(status.st_mode);
  }

 private:
  int number_;
};

}  // namespace heddle
