// An HTTP server for requests from this host. The server never blocks. Its owner calls serve()
// several times a second. A slow or silent client does not delay others.
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

  /// Listens on 127.0.0.1. Port 0 selects a free port. Throws Error, for example if another program
  /// uses the port.
  explicit LiveServer(std::uint16_t port);
  ~LiveServer();
  LiveServer(const LiveServer&) = delete;
  LiveServer& operator=(const LiveServer&) = delete;

  std::uint16_t port() const { return port_; }
  /// Accepts connections, reads requests, answers complete requests and sends the answers.
  void serve(const Respond& respond);
  /// Whether a part of an answer still has to be sent.
  bool is_sending() const;

 private:
  using Clock = std::chrono::steady_clock;
  struct Reader {
    int socket = -1;
    Clock::time_point since;
    std::string received, to_send;
  };

  void accept_readers();
  /// Reads from or sends to a client. Returns whether the connection stays open.
  bool go_on(Reader& reader, const Respond& respond) const;

  int socket_ = -1;
  std::uint16_t port_ = 0;
  std::vector<Reader> readers_;
};

}  // namespace heddle::study
