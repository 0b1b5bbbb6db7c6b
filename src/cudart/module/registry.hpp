// The device code that the program has registered: fat binaries, and the kernels, variables and
// textures in them by host address. A binary is compiled and loaded on the device when the program
// first uses something in it.
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "cudart/cuda_types.hpp"
#include "cudart/module/fat_binary.hpp"
#include "heddle/base/types.hpp"
#include "heddle/isa/module.hpp"

namespace heddle::sim {
struct LoadedModule;
}

namespace heddle::cudart {

struct Binary;

/// What the driver API's launch interface of before CUDA 4 keeps in a function.
struct OldLaunch {
  Dim3 block{1, 1, 1};
  std::uint32_t shared_bytes = 0;
  std::vector<std::uint8_t> parameters;
};

/// A kernel of the program, with the attributes that the program has set.
struct DeviceFunction {
  Binary* binary = nullptr;
  const void* host = nullptr;
  std::string name;
  int max_dynamic_shared = -1;  ///< bytes opted in to; -1: the device's default
  int carveout = -1;            ///< percentage of shared memory preferred; -1: none
  cudaFuncCache cache = cudaFuncCachePreferNone;
  bool large_clusters = false;  ///< clusters may be larger than every device allows
  OldLaunch old_launch;
  std::shared_ptr<const isa::Program> program;  ///< null: not loaded
  std::shared_ptr<const sim::LoadedModule> module;
};

/// A __device__, __constant__ or __managed__ variable.
struct DeviceVariable {
  Binary* binary = nullptr;
  const void* host = nullptr;
  std::string name;
  std::uint64_t bytes = 0;
  bool managed = false;
  /// Whether `host` is the memory of a managed variable, for host and device
  /// (memory/managed_variables.hpp).
  bool on_host = false;
  void** host_pointer = nullptr;  ///< managed: the host's pointer to the variable, set at load
  Addr address = 0;               ///< 0: not loaded
};

/// A legacy texture reference. Kernels use its address in the module as the texture's handle.
struct TextureSymbol {
  Binary* binary = nullptr;
  const textureReference* host = nullptr;
  std::string name;
  int dimensions = 0;
  bool normalized_read = false;
  Addr address = 0;  ///< 0: not loaded
};

/// One PTX text that is loaded on the device.
struct LoadedCode {
  std::shared_ptr<const sim::LoadedModule> module;
  std::vector<std::shared_ptr<const isa::Program>> kernels;
  struct Variable {
    Addr address = 0;
    std::uint64_t bytes = 0;
  };
  std::map<std::string, Variable, std::less<>> variables;
};

/// The functions of the device that the registry needs.
struct CodeLoader {
  std::uint32_t capability = 75;  ///< compute capability of the device, 75 for 7.5
  /// Addresses of variables that exist already, by name.
  using Placed = std::map<std::string, Addr, std::less<>>;
  /// Compiles and loads a text. Throws CudaError with the diagnostic.
  std::function<LoadedCode(std::string_view ptx, const std::string& file, const Placed& placed)>
      load;
  std::function<void(const LoadedCode&)> unload;
  /// Lets the device reach memory of the host. Returns the device address.
  std::function<Addr(void* host, std::uint64_t bytes)> share;
};

struct Binary {
  const FatBinaryWrapper* wrapper = nullptr;  ///< null: a module that the program has loaded
  std::string text;                           ///< PTX of a module; "" for a registered binary
  std::string file;                           ///< name of the PTX in messages
  LoadedCode code;
  bool loaded = false;
  /// Error with which loading failed; loading is not tried again.
  cudaError_t failure = cudaSuccess;
};

class Registry {
 public:
  /// `program` names the texts in messages: "<program>.<number>.ptx".
  explicit Registry(std::string program) : program_(std::move(program)) {}

  /// Adds a binary. Returns the known binary if the wrapper was added before.
  Binary& add(const FatBinaryWrapper* wrapper);
  void add(Binary& binary, const DeviceFunction& function);
  void add(Binary& binary, const DeviceVariable& variable);
  void add(Binary& binary, const TextureSymbol& texture);
  /// Adds a module (cuModuleLoadData) and loads it. `file` names its PTX in messages; "": as for
  /// a registered binary. Throws the errors of `load`, and then keeps nothing.
  Binary& load_module(std::string ptx, std::string file, const CodeLoader& loader);
  /// The kernel of a module. Each name has one DeviceFunction, whose address is its handle. Throws
  /// CudaError(cudaErrorSymbolNotFound) if there is none.
  DeviceFunction& function_in(Binary& module, std::string_view name);
  /// The texture that was added to the binary under this name; null if there is none.
  TextureSymbol* texture_in(const Binary& binary, std::string_view name);
  /// Forgets a binary and everything in it. `loader` may be null if there is no working device.
  void remove(Binary& binary, const CodeLoader* loader);
  bool knows(const Binary* binary) const;
  /// Whether the handle is that of a module, not of a registered binary.
  bool knows_module(const Binary* binary) const {
    return knows(binary) && binary->wrapper == nullptr;
  }

  /// The kernel that is registered for the host address `handle`, or the DeviceFunction whose
  /// address is `handle`. Null if there is none.
  DeviceFunction* find_function(const void* handle);
  /// The kernel of find_function, loaded on the device. Throws
  /// CudaError(cudaErrorInvalidDeviceFunction) if there is none, and the errors of `load`.
  DeviceFunction& function(const void* handle, const CodeLoader& loader);
  /// The variable registered for a host address. Throws CudaError(cudaErrorInvalidSymbol) if there
  /// is none, and the errors of `load`.
  DeviceVariable& variable(const void* host, const CodeLoader& loader);
  /// The texture registered for a host address. Throws CudaError(cudaErrorInvalidTexture) if there
  /// is none, and the errors of `load`.
  TextureSymbol& texture(const void* host, const CodeLoader& loader);

  void load(Binary& binary, const CodeLoader& loader);
  /// Every variable that the program registered for the binary.
  std::vector<DeviceVariable*> variables_of(const Binary& binary);
  /// Lets the device reach all managed variables that lie in host memory.
  void share_host_variables(const CodeLoader& loader);
  /// Unloads every binary after a reset of the device. The next use of a registered binary loads it
  /// again. Modules are forgotten.
  void unload_all(const CodeLoader& loader);

 private:
  Binary& make_binary();
  /// Null if the loaded binary has no such kernel.
  static std::shared_ptr<const isa::Program> kernel_in(const Binary& binary, std::string_view name);
  void unload(Binary& binary, const CodeLoader* loader);
  CodeLoader::Placed place_host_variables(const Binary& binary, const CodeLoader& loader);
  std::string text_of(const Binary& binary, std::uint32_t capability);
  std::vector<std::string> names_in(const Binary& binary) const;
  void bind(Binary& binary);
  void bind_functions(Binary& binary);

  std::string program_;
  std::list<Binary> binaries_;
  std::size_t next_number_ = 0;
  /// Key: host address.
  std::unordered_map<const void*, std::unique_ptr<DeviceFunction>> functions_;
  /// Key: address of the DeviceFunction.
  std::unordered_map<const void*, DeviceFunction*> handles_;
  std::unordered_map<const void*, DeviceVariable> variables_;
  std::unordered_map<const void*, TextureSymbol> textures_;
};

}  // namespace heddle::cudart
