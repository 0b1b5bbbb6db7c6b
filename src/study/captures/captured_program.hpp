// A capture as a program that shares a GPU with others. The program runs the captured launches one
// after another in its own device memory.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "heddle/capture/capture.hpp"
#include "heddle/capture/restore.hpp"
#include "heddle/exec/image/memory_image.hpp"
#include "heddle/exec/step/executable.hpp"
#include "heddle/exec/texture/texture.hpp"
#include "heddle/isa/module.hpp"
#include "heddle/sim/corun/tenant_program.hpp"
#include "heddle/sim/settings/configuration.hpp"

namespace heddle::study {

class CapturedProgram final : public sim::TenantProgram {
 public:
  /// Throws Error for a capture that the machine cannot run.
  CapturedProgram(std::shared_ptr<const capture::Capture> capture,
                  const sim::Configuration& configuration);

  void begin() override;
  std::shared_ptr<exec::Grid> next_grid() override;
  std::vector<std::string> differences() const override;

  /// The number of launches that do not depend on the previous launch. In the captured program such
  /// a launch could run at the same time as the previous launch. Here it begins when the previous
  /// launch has ended.
  std::uint64_t serialised() const;

 private:
  /// A module of the capture, compiled once.
  struct Compiled {
    isa::Module module;
    std::map<const isa::Program*, std::shared_ptr<const exec::ExecutableProgram>> executables;
  };
  struct Loaded {
    Compiled* compiled = nullptr;
    std::vector<Addr> addresses;  ///< addresses of the module's variables
  };

  void load(const capture::Load& load, const capture::ModuleText& text);
  Compiled& compiled(std::uint32_t module, const capture::ModuleText& text);
  Addr find_variable(const std::string& name) const;
  std::shared_ptr<exec::Grid> grid_of(const capture::Launch& launch);

  std::shared_ptr<const capture::Capture> capture_;
  const sim::Configuration& configuration_;
  exec::MemoryImage memory_;
  exec::TextureTable textures_;
  capture::Target target_;
  std::map<std::uint32_t, std::unique_ptr<Compiled>> compiled_;  ///< key: index of Capture::modules
  std::map<std::uint32_t, Loaded> loaded_;                       ///< key: index of Capture::modules
  std::size_t next_ = 0;                                         ///< index of the next step
  std::uint64_t launches_ = 0;
};

}  // namespace heddle::study
