// The exception that a device throws when a signal has ended its run. By then the simulation has
// stopped, the measured part is recorded, and the device refuses further work.
#pragma once

#include "heddle/base/error.hpp"

namespace heddle::sim {

class Interrupted : public Error {
 public:
  explicit Interrupted(int signal);

  int signal() const { return signal_; }

 private:
  int signal_;
};

}  // namespace heddle::sim
