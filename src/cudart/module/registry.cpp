#include "cudart/module/registry.hpp"

#include <algorithm>
#include <utility>

#include "cudart/error/cuda_error.hpp"
#include "cudart/module/ptx_link.hpp"

namespace heddle::cudart {

Binary& Registry::add(const FatBinaryWrapper* wrapper) {
  const auto known = std::ranges::find(binaries_, wrapper, &Binary::wrapper);
  if (known != binaries_.end()) return *known;
  Binary& binary = make_binary();
  binary.wrapper = wrapper;
  return binary;
}

Binary& Registry::make_binary() {
  Binary& binary = binaries_.emplace_back();
  binary.file = fmt::format("{}.{}.ptx", program_, next_number_++);
  return binary;
}

Binary& Registry::load_module(std::string ptx, std::string file, const CodeLoader& loader) {
  Binary& binary = make_binary();
  binary.text = std::move(ptx);
  if (!file.empty()) binary.file = std::move(file);
  try {
    load(binary, loader);
  } catch (...) {
    remove(binary, nullptr);
    throw;
  }
  return binary;
}

DeviceFunction& Registry::function_in(Binary& module, std::string_view name) {
  for (const auto& [host, function] : functions_) {
    if (function->binary == &module && function->name == name) return *function;
  }
  const auto kernel = kernel_in(module, name);
  require(kernel != nullptr, cudaErrorSymbolNotFound);
  auto entry = std::make_unique<DeviceFunction>();
  DeviceFunction& function = *entry;
  function.binary = &module;
  function.host = entry.get();
  function.name = name;
  function.program = kernel;
  function.module = module.code.module;
  handles_[function.host] = &function;
  functions_[function.host] = std::move(entry);
  return function;
}

std::shared_ptr<const isa::Program> Registry::kernel_in(const Binary& binary,
                                                        std::string_view name) {
  const auto& kernels = binary.code.kernels;
  const auto found =
      std::ranges::find(kernels, name, [](const auto& p) { return std::string_view(p->name); });
  return found == kernels.end() ? nullptr : *found;
}

void Registry::add(Binary& binary, const DeviceFunction& function) {
  if (const auto old = functions_.find(function.host); old != functions_.end())
    handles_.erase(old->second.get());
  auto entry = std::make_unique<DeviceFunction>(function);
  entry->binary = &binary;
  handles_[entry.get()] = entry.get();
  functions_[function.host] = std::move(entry);
}

void Registry::add(Binary& binary, const DeviceVariable& variable) {
  variables_[variable.host] = variable;
  variables_[variable.host].binary = &binary;
}

void Registry::add(Binary& binary, const TextureSymbol& texture) {
  textures_[texture.host] = texture;
  textures_[texture.host].binary = &binary;
}

void Registry::remove(Binary& binary, const CodeLoader* loader) {
  unload(binary, loader);
  std::erase_if(handles_, [&](const auto& f) { return f.second->binary == &binary; });
  std::erase_if(functions_, [&](const auto& f) { return f.second->binary == &binary; });
  std::erase_if(variables_, [&](const auto& v) { return v.second.binary == &binary; });
  std::erase_if(textures_, [&](const auto& t) { return t.second.binary == &binary; });
  binaries_.remove_if([&](const Binary& other) { return &other == &binary; });
}

bool Registry::knows(const Binary* binary) const {
  return std::ranges::any_of(binaries_, [&](const Binary& b) { return &b == binary; });
}

DeviceFunction* Registry::find_function(const void* handle) {
  const auto entry = functions_.find(handle);
  if (entry != functions_.end()) return entry->second.get();
  const auto own = handles_.find(handle);
  return own != handles_.end() ? own->second : nullptr;
}

DeviceFunction& Registry::function(const void* handle, const CodeLoader& loader) {
  DeviceFunction* const found = find_function(handle);
  require(found != nullptr, cudaErrorInvalidDeviceFunction);
  load(*found->binary, loader);
  require(found->program != nullptr, cudaErrorInvalidDeviceFunction);
  if (const auto& refusal = found->program->refusal; refusal.has_value()) {
    throw CudaError(cudaErrorInvalidPtx, refusal->what());
  }
  return *found;
}

DeviceVariable& Registry::variable(const void* host, const CodeLoader& loader) {
  const auto entry = variables_.find(host);
  if (entry == variables_.end()) {
    throw CudaError(cudaErrorInvalidSymbol,
                    "a symbol that is no device variable: give the variable itself, "
                    "cudaMemcpyToSymbol(table, ...), not its name in quotes");
  }
  load(*entry->second.binary, loader);
  require(entry->second.address != 0, cudaErrorInvalidSymbol);
  return entry->second;
}

TextureSymbol& Registry::texture(const void* host, const CodeLoader& loader) {
  const auto entry = textures_.find(host);
  require(entry != textures_.end(), cudaErrorInvalidTexture);
  load(*entry->second.binary, loader);
  require(entry->second.address != 0, cudaErrorInvalidTexture);
  return entry->second;
}

TextureSymbol* Registry::texture_in(const Binary& binary, std::string_view name) {
  for (auto& [host, texture] : textures_) {
    if (texture.binary == &binary && texture.name == name) return &texture;
  }
  return nullptr;
}

std::string Registry::text_of(const Binary& binary, std::uint32_t capability) {
  if (binary.wrapper == nullptr) return binary.text;
  try {
    const std::vector<std::string> texts = ptx_texts(*binary.wrapper, capability);
    return texts.size() == 1 ? texts.front() : link_ptx(texts, names_in(binary));
  } catch (const Error& error) {
    throw CudaError(cudaErrorNoKernelImageForDevice, error.what());
  }
}

std::vector<std::string> Registry::names_in(const Binary& binary) const {
  std::vector<std::string> names;
  for (const auto& [host, function] : functions_) {
    if (function->binary == &binary) names.push_back(function->name);
  }
  for (const auto& [host, variable] : variables_) {
    if (variable.binary == &binary) names.push_back(variable.name);
  }
  for (const auto& [host, texture] : textures_) {
    if (texture.binary == &binary) names.push_back(texture.name);
  }
  return names;
}

void Registry::load(Binary& binary, const CodeLoader& loader) {
  if (binary.loaded) return;
  require(binary.failure == cudaSuccess, binary.failure);
  try {
    binary.code = loader.load(text_of(binary, loader.capability), binary.file,
                              place_host_variables(binary, loader));
  } catch (const CudaError& error) {
    binary.failure = error.code();
    throw;
  }
  binary.loaded = true;
  bind(binary);
}

CodeLoader::Placed Registry::place_host_variables(const Binary& binary, const CodeLoader& loader) {
  CodeLoader::Placed placed;
  for (const DeviceVariable* variable : variables_of(binary)) {
    if (variable->on_host)
      placed[variable->name] = loader.share(const_cast<void*>(variable->host), variable->bytes);
  }
  return placed;
}

void Registry::bind_functions(Binary& binary) {
  for (auto& [host, function] : functions_) {
    if (function->binary != &binary) continue;
    const auto kernel = kernel_in(binary, function->name);
    if (kernel == nullptr) continue;
    function->program = kernel;
    function->module = binary.code.module;
  }
}

/// Sets the compiled program of each function, and the device address of each variable and texture.
void Registry::bind(Binary& binary) {
  bind_functions(binary);
  const auto find = [&](const std::string& name) {
    const auto found = binary.code.variables.find(name);
    return found == binary.code.variables.end() ? LoadedCode::Variable{} : found->second;
  };
  for (DeviceVariable* variable : variables_of(binary)) {
    const LoadedCode::Variable at = find(variable->name);
    variable->address = at.address;
    if (at.bytes != 0) variable->bytes = at.bytes;
    if (variable->managed && variable->host_pointer != nullptr)
      *variable->host_pointer = reinterpret_cast<void*>(variable->address);
  }
  for (auto& [host, texture] : textures_) {
    if (texture.binary == &binary) texture.address = find(texture.name).address;
  }
}

std::vector<DeviceVariable*> Registry::variables_of(const Binary& binary) {
  std::vector<DeviceVariable*> found;
  for (auto& [host, variable] : variables_) {
    if (variable.binary == &binary) found.push_back(&variable);
  }
  return found;
}

void Registry::share_host_variables(const CodeLoader& loader) {
  for (const Binary& binary : binaries_) place_host_variables(binary, loader);
}

void Registry::unload(Binary& binary, const CodeLoader* loader) {
  for (auto& [host, function] : functions_) {
    if (function->binary != &binary) continue;
    function->program.reset();
    function->module.reset();
  }
  for (DeviceVariable* variable : variables_of(binary)) variable->address = 0;
  for (auto& [host, texture] : textures_) {
    if (texture.binary == &binary) texture.address = 0;
  }
  if (loader != nullptr && binary.loaded) loader->unload(binary.code);
  binary.code = {};
  binary.loaded = false;
}

void Registry::unload_all(const CodeLoader& loader) {
  for (auto binary = binaries_.begin(); binary != binaries_.end();) {
    Binary& unloaded = *binary++;
    if (unloaded.wrapper == nullptr) {
      remove(unloaded, &loader);
    } else {
      unload(unloaded, &loader);
    }
  }
}

}  // namespace heddle::cudart
