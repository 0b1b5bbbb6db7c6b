// The device code that the program has registered: fat binaries, and by host address the kernels,
// variables and textures in them. A binary is compiled and put on the device when something of it
// is first used.
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

/// A kernel of the program, and what the program has asked for it.
struct DeviceFunction {
  Binary* binary = nullptr;
  const void* host = nullptr;
  std::string name;
  int max_dynamic_shared = -1;  ///< bytes opted in to; -1: the device's default
  int carveout = -1;
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
  bool on_host = false;           ///< managed: `host` is its memory, which the device reaches
  void** host_pointer = nullptr;  ///< managed: the host's pointer to the variable, set at load
  Addr address = 0;               ///< 0: not loaded
};

/// A legacy texture reference. Its address in the module is the handle that kernels read by.
struct TextureSymbol {
  Binary* binary = nullptr;
  const textureReference* host = nullptr;
  std::string name;
  int dimensions = 0;
  bool normalized_read = false;
  Addr address = 0;  ///< 0: not loaded
};

/// One PTX text on the device.
struct LoadedCode {
  std::shared_ptr<const sim::LoadedModule> module;
  std::vector<std::shared_ptr<const isa::Program>> kernels;
  struct Variable {
    Addr address = 0;
    std::uint64_t bytes = 0;
  };
  std::map<std::string, Variable, std::less<>> variables;
};

/// What the registry needs of the device.
struct CodeLoader {
  /// Addresses of variables that are there already, by name.
  using Placed = std::map<std::string, Addr, std::less<>>;
  /// Throws CudaError with the diagnostic.
  std::function<LoadedCode(std::string_view ptx, const std::string& file, const Placed& placed)>
      load;
  std::function<void(const LoadedCode&)> unload;
  /// Lets the device reach memory of the host; gives its address there.
  std::function<Addr(void* host, std::uint64_t bytes)> share;
};

struct Binary {
  const FatBinaryWrapper* wrapper = nullptr;
  std::size_t number = 0;  ///< in the order of registration
  LoadedCode code;
  bool loaded = false;
  cudaError_t failure = cudaSuccess;  ///< of loading; stays
};

class Registry {
 public:
  /// `program` names the texts in messages: "<program>.<number>.ptx".
  explicit Registry(std::string program) : program_(std::move(program)) {}

  /// A wrapper that is known already stays the binary that it is.
  Binary& add(const FatBinaryWrapper* wrapper);
  void add(Binary& binary, const DeviceFunction& function);
  void add(Binary& binary, const DeviceVariable& variable);
  void add(Binary& binary, const TextureSymbol& texture);
  /// Forgets a binary and all that is in it; `loader` may be null if no device exists.
  void remove(Binary& binary, const CodeLoader* loader);
  bool knows(const Binary* binary) const;

  /// The kernel registered for a host address, or the kernel itself; null: there is none.
  DeviceFunction* find_function(const void* handle);
  /// Likewise, on the device. Throws CudaError(cudaErrorInvalidDeviceFunction) and those of load.
  DeviceFunction& function(const void* handle, const CodeLoader& loader);
  /// Throws CudaError(cudaErrorInvalidSymbol) and those of load.
  DeviceVariable& variable(const void* host, const CodeLoader& loader);
  /// Throws CudaError(cudaErrorInvalidTexture) and those of load.
  TextureSymbol& texture(const void* host, const CodeLoader& loader);

  void load(Binary& binary, const CodeLoader& loader);
  /// Every variable that the binary defines and the program registered.
  std::vector<DeviceVariable*> variables_of(const Binary& binary);
  /// Lets the device reach all managed variables that lie in the host's memory.
  void share_host_variables(const CodeLoader& loader);
  /// After a reset: everything is as before its first use.
  void unload_all(const CodeLoader& loader);

 private:
  void unload(Binary& binary, const CodeLoader* loader);
  CodeLoader::Placed place_host_variables(const Binary& binary, const CodeLoader& loader);
  std::string text_of(const Binary& binary);
  std::vector<std::string> names_in(const Binary& binary) const;
  void bind(Binary& binary);
  void bind_functions(Binary& binary);

  std::string program_;
  std::list<Binary> binaries_;
  std::size_t next_number_ = 0;
  std::unordered_map<const void*, std::unique_ptr<DeviceFunction>> functions_;  ///< by host address
  std::unordered_map<const void*, DeviceFunction*> handles_;                    ///< by own address
  std::unordered_map<const void*, DeviceVariable> variables_;
  std::unordered_map<const void*, TextureSymbol> textures_;
};

}  // namespace heddle::cudart
