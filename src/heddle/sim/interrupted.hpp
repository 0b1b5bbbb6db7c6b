// What a device throws when a signal has asked the run to end: the simulation has stopped, what it
// measured is recorded, and the device does no more.
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
