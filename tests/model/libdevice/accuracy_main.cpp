// libdevice_accuracy [STRIDE [COUNT [NAME]]]: the largest error found of each function, as CSV.
// STRIDE 1 tries every single precision argument; COUNT is the number of random arguments of the
// others.

#include <cstdio>
#include <cstdlib>
#include <string>

#include <fmt/core.h>

#include "functions.hpp"

namespace {

using namespace heddle::libdevice;

struct Request {
  uint32_t stride = 1001;
  uint32_t count = 1000000;
  std::string name;
};

template <typename Function>
void report(const Function& function, const Measured& measured) {
  fmt::print("{},{},{},{},{:.3g},{:.3g},{:.9g},{:.9g},{}\n", function.name, function.domain.low,
             function.domain.high, function.domain.absolute_bound != 0 ? "absolute" : "ulp",
             measured.error, measured.error_if_exact, measured.at, measured.at_second,
             measured.count);
  std::fflush(stdout);
}

template <typename Table, typename Measure>
void report_all(const Request& request, const Table& table, const Measure& measure_one) {
  for (const auto& function : table) {
    if (request.name.empty() || request.name == function.name) {
      report(function, measure_one(function));
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  Request request;
  if (argc > 1) request.stride = static_cast<uint32_t>(std::strtoul(argv[1], nullptr, 10));
  if (argc > 2) request.count = static_cast<uint32_t>(std::strtoul(argv[2], nullptr, 10));
  if (argc > 3) request.name = argv[3];
  if (request.stride == 0) {
    fmt::print(stderr, "libdevice_accuracy: STRIDE must be a number from 1 on\n");
    return 1;
  }
  fmt::print("function,low,high,unit,error,error_if_exact,at,at_second,arguments\n");
  const auto sampled = [&](const auto& function) { return measure(function, request.count); };
  report_all(request, unary_float_functions(),
             [&](const auto& function) { return measure_all(function, request.stride); });
  report_all(request, binary_float_functions(), sampled);
  report_all(request, unary_double_functions(), sampled);
  report_all(request, binary_double_functions(), sampled);
  return 0;
}
