// Records a capture (heddle/capture) of what the program does to the device, from its first chosen
// launch on: the queues, device memory, modules and textures tell it. Launches that no option
// chooses are computed in between, and what they change is recorded as writes.
//
// Memory of the host that captured launches reach, and their calls of malloc and free, cannot be
// brought back without the program: the recorder refuses them, which ends the program.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cudart/memory/box_copy.hpp"
#include "cudart/queue/listener.hpp"
#include "cudart/record/memory_record.hpp"
#include "cudart/record/step_log.hpp"
#include "heddle/sim/device.hpp"

namespace heddle::cudart {

class Recorder final : public QueueListener {
 public:
  explicit Recorder(sim::Device& device);

  // What the context does.
  void loaded(const sim::LoadedModule& module, std::string_view ptx);
  void unloaded(const sim::LoadedModule& module);
  void launched(sim::GridId grid, const sim::LaunchRequest& request);
  /// `move` copies, and is recorded doing so.
  void copy(const BoxCopy& copy, const std::function<void()>& move);
  void fill(const BoxFill& fill, const std::function<void()>& move);

  /// The program ends: writes the capture into the run's folder, if a launch was captured.
  void finish(const std::string& program);

  void submitted(const Stream& stream, Command& command, const std::vector<Ticket>& after) override;
  void joined(const Stream& stream, const Ticket& done) override;
  void beginning(Command& command) override;
  void ending(Command& command) override;
  void ended(const Ticket& command) override;
  void waited(const std::vector<Ticket>& tickets) override;
  void drained() override;
  void held_up() override;
  void pausing(Cycle patience) override;
  void paused() override { log_.paused(); }

 private:
  struct EffectIndex {
    StepLog::Number step;
    std::size_t effect;
  };
  void begin();
  void note_textures();
  void check_textures();
  void read_fresh_contents();
  StepLog::Number step_of_effect();
  void add(capture::Effect effect);
  void changing(const capture::Box& box);
  void allocated(const exec::Allocation& allocation);
  void freed(Addr address);
  void computing(sim::GridId grid);
  void computed(const sim::ComputedWatch::Part& part);
  void check_reach(const std::string& who);
  [[noreturn]] void refuse(const std::string& what);
  std::uint32_t number_of(const sim::LoadedModule& module) const;

  sim::Device& device_;
  StepLog log_;
  MemoryRecord memory_;
  capture::Capture capture_;
  bool began_ = false;
  std::map<const sim::LoadedModule*, std::uint32_t> modules_;  ///< on the device
  std::map<std::uint32_t, capture::Load> loads_;               ///< of these
  std::map<std::uint64_t, exec::TextureDescriptor> textures_;  ///< as last noted
  std::vector<EffectIndex> fresh_;  ///< allocations whose first contents are not read yet
  Command* ending_ = nullptr;
  std::shared_ptr<CommandNote> beginning_;
  std::map<sim::GridId, StepLog::Number> computed_;  ///< launches without capture, not ended
  std::optional<StepLog::Number> computing_;         ///< the step of the one that runs
  std::size_t call_ = 0;  ///< one more than the call's step that may go on; 0: none
  Ticket last_ended_;
  std::uint64_t heap_calls_ = 0;  ///< of launches without capture
  std::size_t end_ = 0;           ///< steps when the last captured launch ended
};

}  // namespace heddle::cudart
