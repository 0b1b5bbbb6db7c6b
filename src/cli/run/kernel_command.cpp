// `heddle kernel`: launches one kernel of a PTX file on a device of its own. `heddle run k.ptx`
// starts it as its program, so that results, progress and limits are those of any program.
#include <charconv>
#include <cstring>
#include <fstream>
#include <sstream>

#include <CLI/CLI.hpp>

#include "cli/command.hpp"
#include "cli/run/kernel_argument.hpp"
#include "heddle/base/error.hpp"
#include "heddle/base/quantity.hpp"
#include "heddle/base/suggestion.hpp"
#include "heddle/sim/device.hpp"

namespace heddle::cli {
namespace {

struct KernelRequest {
  std::string file, kernel, grid = "1", block = "32", shared = "0";
  std::vector<std::string> arguments, dumps, prints;
};

struct DeviceArgument {
  KernelArgument typed;
  Addr address = 0;  ///< of a buffer
};

std::string read_text(const std::string& file) {
  std::ifstream stream(file);
  std::ostringstream text;
  text << stream.rdbuf();
  if (!stream) fail("cannot read '{}'", file);
  return text.str();
}

/// "4", "4,2" or "4,2,1"; x separates too.
Dim3 parse_extents(const char* option, const std::string& text) {
  std::uint32_t extents[3] = {1, 1, 1};
  const char* at = text.data();
  const char* const end = at + text.size();
  for (unsigned i = 0; i < 3; ++i) {
    const auto [stop, error] = std::from_chars(at, end, extents[i]);
    if (error != std::errc() || extents[i] == 0) break;
    if (stop == end) return {extents[0], extents[1], extents[2]};
    if (*stop != ',' && *stop != 'x') break;
    at = stop + 1;
  }
  fail("{} {}: expected one to three numbers, as in 16 or 16,8", option, text);
}

std::shared_ptr<const isa::Program> find_kernel(const sim::LoadedModule& loaded,
                                                const KernelRequest& request) {
  std::vector<std::string> names;
  for (const auto& program : loaded.module.kernels) {
    if (program->name == request.kernel) return program;
    names.push_back(program->name);
  }
  if (names.empty()) fail("'{}' has no kernel", request.file);
  if (request.kernel.empty() && names.size() == 1) return loaded.module.kernels[0];
  if (request.kernel.empty()) {
    fail("'{}' has several kernels; choose one with --kernel: {}", request.file, comma_list(names));
  }
  fail("'{}' has no kernel '{}'{}; there are: {}", request.file, request.kernel,
       did_you_mean(request.kernel, names), comma_list(names));
}

std::vector<DeviceArgument> place_arguments(sim::Device& device, const KernelRequest& request) {
  std::vector<DeviceArgument> placed;
  for (const std::string& text : request.arguments) {
    DeviceArgument argument{parse_kernel_argument(text)};
    if (argument.typed.is_buffer) {
      const std::vector<std::uint8_t>& bytes = argument.typed.bytes;
      argument.address = device.memory().allocate(bytes.size());
      if (argument.address == 0) fail("--arg {}: does not fit in device memory", text);
      device.memory().write(argument.address, bytes.data(), bytes.size());
    }
    placed.push_back(std::move(argument));
  }
  return placed;
}

/// The kernel's parameter block. Throws Error where arguments and parameters differ.
std::vector<std::uint8_t> parameter_block(const isa::Program& program,
                                          const std::vector<DeviceArgument>& arguments) {
  if (arguments.size() != program.parameters.size()) {
    fail("kernel {} has {} parameters, and {} --arg are given", program.name,
         program.parameters.size(), arguments.size());
  }
  std::vector<std::uint8_t> block(program.parameter_bytes);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const isa::Parameter& parameter = program.parameters[i];
    const DeviceArgument& argument = arguments[i];
    const std::size_t bytes = argument.typed.is_buffer ? 8 : argument.typed.bytes.size();
    if (bytes != parameter.bytes) {
      fail("argument {} has {} bytes, but parameter {} of kernel {} has {}", i, bytes,
           parameter.name, program.name, parameter.bytes);
    }
    const void* from = argument.typed.is_buffer
                           ? static_cast<const void*>(&argument.address)
                           : static_cast<const void*>(argument.typed.bytes.data());
    std::memcpy(block.data() + parameter.offset, from, bytes);
  }
  return block;
}

/// The buffer of "N:..." and what follows the colon.
std::pair<std::vector<std::uint8_t>, std::string> buffer_of(
    const char* option, const std::string& text, const std::vector<DeviceArgument>& arguments,
    const exec::MemoryImage& memory) {
  const std::size_t colon = text.find(':');
  const auto number = parse_count(text.substr(0, colon));
  const bool exists = number && *number < arguments.size() && arguments[*number].typed.is_buffer &&
                      colon != std::string::npos;
  if (!exists)
    fail("{} {}: expected the number of a buffer argument, from 0, and a colon", option, text);
  std::vector<std::uint8_t> bytes(arguments[*number].typed.bytes.size());
  memory.read(arguments[*number].address, bytes.data(), bytes.size());
  return {std::move(bytes), text.substr(colon + 1)};
}

void give_results(sim::Device& device, const KernelRequest& request,
                  const std::vector<DeviceArgument>& arguments) {
  for (const std::string& text : request.dumps) {
    const auto [bytes, file] = buffer_of("--dump-arg", text, arguments, device.memory());
    std::ofstream stream(file, std::ios::binary);
    stream.write(reinterpret_cast<const char*>(bytes.data()),
                 static_cast<std::streamsize>(bytes.size()));
    stream.flush();
    if (!stream) fail("cannot write '{}'", file);
  }
  for (const std::string& text : request.prints) {
    const auto [bytes, name] = buffer_of("--print-arg", text, arguments, device.memory());
    const ElementType type = element_type(name);
    for (std::size_t at = 0; at + bytes_of(type) <= bytes.size(); at += bytes_of(type)) {
      fmt::print("{}\n", element_text(type, bytes.data() + at));
    }
  }
}

void run_kernel(const KernelRequest& request) {
  sim::Device device(sim::Configuration::from_environment());
  const auto loaded = device.load(read_text(request.file), request.file);
  const auto program = find_kernel(*loaded, request);
  const std::vector<DeviceArgument> arguments = place_arguments(device, request);
  const auto shared = parse_bytes(request.shared);
  if (!shared || *shared > (1u << 24)) fail("--shared {}: expected a size", request.shared);
  sim::LaunchRequest launch;
  launch.module = loaded;
  launch.program = program;
  launch.grid = parse_extents("--grid", request.grid);
  launch.block = parse_extents("--block", request.block);
  launch.dynamic_shared_bytes = static_cast<std::uint32_t>(*shared);
  launch.parameters = parameter_block(*program, arguments);
  const sim::GridId grid = device.launch(std::move(launch));
  while (!device.finished(grid)) device.advance(kNever);
  give_results(device, request, arguments);
}

}  // namespace

int kernel_command(Arguments arguments) {
  CLI::App app("Launches one kernel of a PTX file; heddle run k.ptx is what people type",
               "heddle kernel");
  KernelRequest request;
  app.add_option("file", request.file, "PTX text")->required();
  app.add_option("--kernel", request.kernel, "its name");
  app.add_option("--grid", request.grid, "blocks");
  app.add_option("--block", request.block, "threads of a block");
  app.add_option("--shared", request.shared, "dynamic shared memory");
  app.add_option("--arg", request.arguments, "an argument")->take_all()->allow_extra_args(false);
  app.add_option("--dump-arg", request.dumps, "N:FILE")->take_all()->allow_extra_args(false);
  app.add_option("--print-arg", request.prints, "N:TYPE")->take_all()->allow_extra_args(false);
  if (!parse(app, arguments)) return 0;
  run_kernel(request);
  return 0;
}

}  // namespace heddle::cli
