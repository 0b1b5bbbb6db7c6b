// The live page of a run (`heddle run --live PORT`). Only clients on this host that know the secret
// token in the address can read it. Requests cannot change the run.
#pragma once

#include <chrono>
#include <string>

#include "study/live/live_data.hpp"
#include "study/live/live_server.hpp"

namespace heddle::study {

class LiveView {
 public:
  /// Starts the server. Throws Error if the port is not available.
  explicit LiveView(std::uint16_t port);

  /// The address of the page, as in "http://127.0.0.1:8080/TOKEN/".
  std::string address() const;
  /// Answers requests. Call this several times a second.
  void serve(LiveData& data);
  /// Sends the final state. If a client asked lately, answers for a few more seconds.
  void end(LiveData& data, const std::string& reason);

 private:
  using Clock = std::chrono::steady_clock;

  HttpAnswer answer(const HttpRequest& request, LiveData& data);

  LiveServer server_;
  std::string token_;
  std::string ended_;                   ///< how the run ended; "": it has not ended
  std::string text_;                    ///< data that were sent last
  Clock::time_point stale_{}, read_{};  ///< when text_ becomes stale; time of the last request
};

}  // namespace heddle::study
