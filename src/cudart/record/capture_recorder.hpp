// Records what the program does to the device as a capture (heddle/capture), from its first chosen
// launch on. The queues, device memory, modules and textures report to the recorder. Launches that
// no option chooses are computed in between. Their changes of memory are recorded as writes.
//
// The recorder refuses captured launches that reach memory of the host, or that call malloc or
// free, because a replay cannot restore this memory without the program. A refusal ends the
// program.
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

class CaptureRecorder final : public QueueListener {
 public:
  explicit CaptureRecorder(sim::Device& device);

  // Reports of the context.
  void loaded(const sim::LoadedModule& module, std::string_view ptx);
  void unloaded(const sim::LoadedModule& module);
  void launched(sim::GridId grid, const sim::LaunchRequest& request);
  /// Calls `move`, which copies, and records the copy.
  void copy(const BoxCopy& copy, const std::function<void()>& move);
  void fill(const BoxFill& fill, const std::function<void()>& move);

  /// Call this when the program ends. Writes the capture into the folder of the run if a launch was
  /// captured.
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
  std::map<const sim::LoadedModule*, std::uint32_t>
      modules_;  ///< modules on the device, with their numbers in the capture
  std::map<std::uint32_t, capture::Load> loads_;  ///< the loads of these modules, by number
  /// The textures, as they were last recorded.
  std::map<std::uint64_t, exec::TextureDescriptor> textures_;
  std::vector<EffectIndex> fresh_;  ///< allocations whose first contents have not been read yet
  Command* ending_ = nullptr;
  std::shared_ptr<CommandNote> beginning_;
  std::map<sim::GridId, StepLog::Number>
      computed_;  ///< launches without capture that have not ended yet, with their steps
  /// Step of the launch without capture that is running.
  std::optional<StepLog::Number> computing_;
  /// 1 + number of the open step of a call of the host; 0: no such step is open.
  std::size_t call_ = 0;
  Ticket last_ended_;
  std::uint64_t heap_calls_ = 0;  ///< number of calls of malloc and free at the last check
  std::size_t end_ = 0;           ///< number of steps at the end of the last captured launch
};

}  // namespace heddle::cudart
