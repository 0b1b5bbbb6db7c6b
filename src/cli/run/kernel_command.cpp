// `heddle kernel` launches one kernel of a PTX file on a device of its own. `heddle run k.ptx`
// starts this command as its program, so results, progress and limits are as for any program.
#include <limits>

#include <CLI/CLI.hpp>

#include "cli/command.hpp"
#include "cli/run/requests/kernel_argument.hpp"
#include "cli/run/requests/kernel_options.hpp"
#include "heddle/base/error.hpp"
#include "heddle/base/files/input_file.hpp"
#include "heddle/base/files/own_work.hpp"
#include "heddle/base/text/quantity.hpp"
#include "heddle/base/text/suggestion.hpp"
#include "heddle/sim/device.hpp"
#include "heddle/sim/parameter_block.hpp"
#include "heddle/sim/records/crash_report.hpp"
#include "jobs/streams/output_option.hpp"

namespace heddle::cli {
namespace {

struct KernelRequest {
  std::string file;
  KernelOptions options;
};

struct DeviceArgument {
  KernelArgument typed;
  Addr address = 0;  ///< address of the buffer
};

/// A result that the user asks for: a buffer, and its file or the type that it is printed as.
struct Wish {
  std::size_t argument = 0;
  std::string file;
  ElementType type = ElementType::u32;
};

std::shared_ptr<const isa::Program> find_kernel(const sim::LoadedModule& loaded,
                                                const KernelRequest& request) {
  std::vector<std::string> names;
  for (const auto& program : loaded.module.kernels) {
    if (program->name == request.options.kernel) return program;
    names.push_back(program->name);
  }
  if (names.empty()) fail("'{}' has no kernel", request.file);
  if (request.options.kernel.empty() && names.size() == 1) return loaded.module.kernels[0];
  if (request.options.kernel.empty()) {
    fail("'{}' has several kernels; choose one with --kernel: {}", request.file, comma_list(names));
  }
  fail("'{}' has no kernel '{}'{}", request.file, request.options.kernel,
       which_exist(request.options.kernel, names));
}

std::vector<DeviceArgument> place_arguments(sim::Device& device, const KernelRequest& request) {
  std::vector<DeviceArgument> placed;
  for (const std::string& text : request.options.arguments) {
    DeviceArgument argument{
        parse_kernel_argument(text, device.configuration().machine.device.memory_bytes)};
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

/// The kernel's parameter block. An old kernel takes addresses of 32 bits. Throws Error if the
/// arguments do not match the parameters.
std::vector<std::uint8_t> parameter_block(const isa::Program& program,
                                          const std::vector<DeviceArgument>& arguments) {
  std::vector<std::vector<std::uint8_t>> values;
  for (const DeviceArgument& argument : arguments) {
    const std::size_t number = values.size();
    const bool is_short = number < program.parameters.size() &&
                          program.parameters[number].bytes == sizeof(std::uint32_t) &&
                          argument.address <= std::numeric_limits<std::uint32_t>::max();
    const auto* address = reinterpret_cast<const std::uint8_t*>(&argument.address);
    const std::size_t bytes = is_short ? sizeof(std::uint32_t) : sizeof argument.address;
    values.push_back(argument.typed.is_buffer ? std::vector<std::uint8_t>(address, address + bytes)
                                              : argument.typed.bytes);
  }
  return sim::parameter_block(program, values, " (bytes:HEX gives any)");
}

/// Splits "N:...": returns the number of the buffer, and what follows the colon.
std::pair<std::size_t, std::string> buffer_of(const char* option, const std::string& text,
                                              const std::vector<DeviceArgument>& arguments) {
  const std::size_t colon = text.find(':');
  const auto number = parse_count(text.substr(0, colon));
  const bool exists = number && *number < arguments.size() && arguments[*number].typed.is_buffer &&
                      colon != std::string::npos && colon + 1 < text.size();
  if (!exists) {
    fail("{} {}: expected the number of a buffer argument, from 0, and {}", option, text,
         option == std::string_view("--dump-arg") ? ":FILE" : ":TYPE");
  }
  return {*number, text.substr(colon + 1)};
}

/// The results that the user asks for. The results for files come first, then the results to print.
/// Called before anything runs. Throws Error for an impossible result.
std::vector<Wish> wishes_of(const KernelOptions& options,
                            const std::vector<DeviceArgument>& arguments) {
  std::vector<Wish> wishes;
  for (const std::string& text : options.dumps) {
    const auto [number, file] = buffer_of("--dump-arg", text, arguments);
    jobs::require_output("--dump-arg " + text, file);
    wishes.push_back({number, file, {}});
  }
  for (const std::string& text : options.prints) {
    const auto [number, type] = buffer_of("--print-arg", text, arguments);
    wishes.push_back({number, "", element_type(type)});
  }
  return wishes;
}

void fulfil(const Wish& wish, const std::vector<std::uint8_t>& bytes) {
  if (wish.file.empty()) {
    const unsigned step = bytes_of(wish.type);
    for (std::size_t at = 0; at + step <= bytes.size(); at += step) {
      fmt::print("{}\n", element_text(wish.type, bytes.data() + at));
    }
    return;
  }
  jobs::write_output(wish.file,
                     std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

void run_kernel(const KernelRequest& request) {
  const KernelOptions& options = request.options;
  const sim::Configuration configuration = sim::Configuration::from_environment();
  if (!configuration.run_folder.empty()) sim::report_crashes(configuration.run_folder);
  const SignalStack stack;
  sim::Device device(configuration);
  const auto loaded = device.load(read_file(request.file, file_kinds::kPtx), request.file);
  const auto program = find_kernel(*loaded, request);
  const std::vector<DeviceArgument> arguments = place_arguments(device, request);
  const std::vector<Wish> wishes = wishes_of(options, arguments);
  sim::LaunchRequest launch;
  launch.module = loaded;
  launch.program = program;
  launch.grid = options.grid_extents();
  launch.block = options.block_extents();
  launch.dynamic_shared_bytes = options.shared_bytes();
  launch.parameters = parameter_block(*program, arguments);
  const sim::GridId grid = device.launch(std::move(launch));
  while (!device.finished(grid)) device.advance(kNever);
  device.withdraw_progress();
  for (const Wish& wish : wishes) {
    const DeviceArgument& argument = arguments[wish.argument];
    std::vector<std::uint8_t> bytes(argument.typed.bytes.size());
    device.memory().read(argument.address, bytes.data(), bytes.size());
    fulfil(wish, bytes);
  }
}

}  // namespace

int kernel_command(Arguments arguments) {
  CLI::App app("Launches one kernel of a PTX file; heddle run k.ptx is what people type",
               "heddle kernel");
  KernelRequest request;
  app.add_option("file", request.file, "PTX text")->required();
  request.options.add_to(app);
  if (!parse(app, arguments)) return 0;
  run_kernel(request);
  return 0;
}

}  // namespace heddle::cli
