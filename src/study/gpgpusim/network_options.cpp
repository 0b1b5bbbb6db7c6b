// Options of the interconnect, and the network file that one of them names.
#include <cstdint>
#include <map>
#include <string>

#include <fmt/core.h>

#include "study/gpgpusim/conversion.hpp"
#include "study/gpgpusim/text/network_file.hpp"
#include "study/gpgpusim/text/number.hpp"

namespace heddle::study::gpgpusim {
namespace {

constexpr const char* kMode = "-network_mode";
constexpr const char* kFile = "-inter_config_file";
constexpr const char* kFlit = "-icnt_flit_size";
constexpr const char* kInputs = "-icnt_in_buffer_limit";
constexpr const char* kArbiter = "-icnt_arbiter_algo";
constexpr std::uint64_t kDefaultBuffer = 64;

std::uint64_t whole_of(const NetworkValue& value, const std::string& name) {
  const auto number = parse_whole(value.value);
  if (!number || *number > (std::uint64_t{1} << 31))
    throw SourceError(value.place,
                      fmt::format("{} = {}: expected a whole number", name, value.value));
  return *number;
}

void compare_topology(Conversion& c, const std::map<std::string, NetworkValue>& network) {
  const auto topology = network.find("topology");
  const auto hops = network.find("n");
  const bool is_crossbar = topology != network.end() && topology->second.value == "fly" &&
                           hops != network.end() && hops->second.value == "1";
  if (!is_crossbar)
    c.differs(kFile,
              "heddle's interconnect is a crossbar; this network has another topology, "
              "other distances and other conflicts");
}

/// Sets the flit and the buffers from the network file, and names what it says beyond these.
void convert_file(Conversion& c) {
  if (!c.is_given(kFile)) {
    c.differs(kMode,
              fmt::format("a crossbar instead of the network that {} would describe", kFile));
    c.set_as_is("interconnect.flit_bytes", kFlit);
    c.set_whole("interconnect.credits", kDefaultBuffer, kMode, "vc_buf_size of the usual networks");
    return;
  }
  const std::filesystem::path file = c.folder_of(kFile) / c.text(kFile);
  std::error_code error;
  if (!std::filesystem::exists(file, error))
    c.refuse(kFile, fmt::format("{}: there is no such file: copy it beside the option file, or say "
                                "-network_mode 2 for the built-in crossbar",
                                c.text(kFile)));
  const auto network = read_network_file(file);
  compare_topology(c, network);
  const auto flit = network.find("flit_size");
  if (flit == network.end())
    c.set_as_is("interconnect.flit_bytes", kFlit);
  else
    c.set_whole("interconnect.flit_bytes", whole_of(flit->second, "flit_size"), kFile, "flit_size");
  const auto buffer = network.find("vc_buf_size");
  c.set_whole("interconnect.credits",
              buffer == network.end() ? kDefaultBuffer : whole_of(buffer->second, "vc_buf_size"),
              kFile, "vc_buf_size");
}

void convert_network(Conversion& c) {
  const std::uint64_t mode = c.whole(kMode);
  if (mode != 1 && mode != 2)
    c.refuse(kMode,
             fmt::format("{}: expected 1 (a network file) or 2 (the built-in crossbar)", mode));
  c.set_fact("interconnect.arbitration", std::string("round_robin"),
             "GPGPU-Sim: round robin or iSLIP, which turns round robin");
  c.set_fact("interconnect.output_queues", false, "GPGPU-Sim: a crossbar input has one queue");
  c.set_fact("interconnect.header_bytes", std::int64_t{8}, "GPGPU-Sim: 8 B of a packet's control");
  if (mode == 1) {
    convert_file(c);
    for (const char* name : {kInputs, "-icnt_out_buffer_limit", "-icnt_subnets", kArbiter})
      c.agrees(name, fmt::format("not used: {} is 1", kMode));
    return;
  }
  c.set_as_is("interconnect.flit_bytes", kFlit);
  c.set_as_is("interconnect.credits", kInputs);
  c.agrees(kFile, fmt::format("not used: {} is 2", kMode));
  c.lacks("-icnt_out_buffer_limit", "an output waits for l2.queue_entries alone");
  if (c.whole("-icnt_subnets") == 2)
    c.agrees("-icnt_subnets", "requests and replies have a crossbar each");
  else
    c.lacks("-icnt_subnets", "requests and replies have a crossbar each");
  if (c.whole(kArbiter) == 1) c.differs(kArbiter, "one round of round robin, not iSLIP's");
}

constexpr OptionRow kNetworkOptions[] = {
    {kMode, "1", Fate::taken,
     "interconnect.arbitration interconnect.output_queues interconnect.header_bytes", "",
     convert_network},
    {kFile, "", Fate::differs, "interconnect.flit_bytes interconnect.credits",
     "of this file flit_size, vc_buf_size and the topology count; heddle\'s crossbar has one queue "
     "at each input, and a fixed latency",
     read_elsewhere},
    {kFlit, "32", Fate::taken, "interconnect.flit_bytes", "", read_elsewhere},
    {kInputs, "64", Fate::taken, "interconnect.credits", "", read_elsewhere},
    {"-icnt_out_buffer_limit", "64", Fate::taken, "", "", read_elsewhere},
    {"-icnt_subnets", "2", Fate::taken, "", "", read_elsewhere},
    {kArbiter, "1", Fate::taken, "interconnect.arbitration", "", read_elsewhere},
    {"-icnt_grant_cycles", "1", Fate::lacking, "", "a grant lasts as long as the packet", nullptr,
     "1"},
    {"-icnt_verbose", "0", Fate::no_result, "", "output"},
    {"-gpgpu_n_cluster_ejection_buffer_size", "8", Fate::lacking, "",
     "an SM takes each reply that arrives: less waiting at the crossbar's outputs"},
    {"-gpgpu_n_ldst_response_buffer_size", "2", Fate::lacking, "",
     "an SM takes each reply that arrives: less waiting at the crossbar's outputs"},
};

}  // namespace

std::span<const OptionRow> network_options() { return kNetworkOptions; }

}  // namespace heddle::study::gpgpusim
