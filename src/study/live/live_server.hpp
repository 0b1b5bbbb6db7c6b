// Answers requests of this machine on a port, without waiting: whoever owns the server calls
// serve() several times a second. A reader that is slow, silent or gone holds up nobody.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "study/live/http.hpp"

namespace heddle::study {

class LiveServer {
 public:
  using Respond = std::function<HttpAnswer(const HttpRequest& request)>;

  /// Listens at 127.0.0.1; port 0: any that is free. Throws Error, where another program has the
  /// port among other reasons.
  explicit LiveServer(std::uint16_t port);
  ~LiveServer();
  LiveServer(const LiveServer&) = delete;
  LiveServer& operator=(const LiveServer&) = delete;

  std::uint16_t port() const { return port_; }
  /// Takes requests, answers those that are whole, sends what there is to send.
  void serve(const Respond& respond);
  /// Whether answers are still on their way.
  bool is_sending() const;

 private:
  using Clock = std::chrono::steady_clock;
  struct Reader {
    int socket = -1;
    Clock::time_point since;
    std::string received, to_send;
  };

  void accept_readers();
  /// Whether the connection goes on.
  bool go_on(Reader& reader, const Respond& respond) const;

  int socket_ = -1;
  std::uint16_t port_ = 0;
  std::vector<Reader> readers_;
};

}  // namespace heddle::study
