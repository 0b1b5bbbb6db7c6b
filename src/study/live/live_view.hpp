// The page of a run while it goes on (`heddle run --live PORT`): for readers on this machine who
// know the address with its token. Nothing that a reader sends changes anything.
#pragma once

#include <chrono>
#include <string>

#include "study/live/live_data.hpp"
#include "study/live/live_server.hpp"

namespace heddle::study {

class LiveView {
 public:
  /// Throws Error where the port cannot be had.
  explicit LiveView(std::uint16_t port);

  /// "http://127.0.0.1:8080/TOKEN/".
  std::string address() const;
  /// Answers readers. Called several times a second.
  void serve(LiveData& data);
  /// Readers get the last state: answers for a moment if there are any.
  void end(LiveData& data, const std::string& reason);

 private:
  using Clock = std::chrono::steady_clock;

  HttpAnswer answer(const HttpRequest& request, LiveData& data);

  LiveServer server_;
  std::string token_;
  std::string ended_;                   ///< how the run ended; "": it goes on
  std::string text_;                    ///< the data that were sent last
  Clock::time_point stale_{}, read_{};  ///< text_ is made anew from then on; a reader asked last
};

}  // namespace heddle::study
