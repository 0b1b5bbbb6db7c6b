#include "cudart/record/capture_recorder.hpp"

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <utility>

#include <unistd.h>

#include "heddle/base/text/demangle.hpp"
#include "heddle/sim/output/version.hpp"
#include "heddle/sim/output/whole_file.hpp"
#include "heddle/sim/records/output_folder.hpp"

namespace heddle::cudart {
namespace {

capture::Box box_of(const CopyAddress& start, const Pitches& pitches, const BoxExtent& extent) {
  return {.address = start.address,
          .width = extent.width,
          .height = extent.height,
          .depth = extent.depth,
          .row_pitch = pitches.row,
          .slice_pitch = pitches.slice};
}

}  // namespace

CaptureRecorder::CaptureRecorder(sim::Device& device) : device_(device), memory_(device.memory()) {
  device_.memory().watch({[this](const exec::Allocation& allocation) { allocated(allocation); },
                          [this](Addr address) { freed(address); }});
  device_.watch({[this](sim::GridId grid) { computing(grid); },
                 [this](const sim::ComputedWatch::Part& part) { computed(part); }});
}

/// Ends the process without its exit handlers, because the handlers may wait for work that will
/// never be done.
void CaptureRecorder::refuse(const std::string& what) {
  device_.withdraw_progress();
  device_.report_failure("no capture: " + what);
  std::cout.flush();
  std::fflush(nullptr);
  _exit(1);
}

/// Records the modules, textures and memory that exist at the first captured launch.
void CaptureRecorder::begin() {
  began_ = true;
  capture_.allocations = memory_.begin();
  for (const auto& [handle, texture] : device_.textures().all()) textures_[handle] = texture;
  for (const auto& [handle, texture] : textures_) capture_.textures.push_back({handle, texture});
  for (const auto& [number, load] : loads_) capture_.loads.push_back(load);
  device_.memory().watch_host_accesses();
  device_.memory().take_host_access();
  heap_calls_ = device_.services().heap.calls();
}

void CaptureRecorder::loaded(const sim::LoadedModule& module, std::string_view ptx) {
  const std::string& file = module.module.file;
  const auto known = std::ranges::find_if(
      capture_.modules, [&](const auto& text) { return text.file == file && text.ptx == ptx; });
  const auto number = static_cast<std::uint32_t>(known - capture_.modules.begin());
  if (known == capture_.modules.end()) capture_.modules.push_back({file, std::string(ptx)});
  capture::Load load{number, {}};
  for (std::size_t i = 0; i < module.addresses.size(); ++i)
    load.variables[module.module.variables[i].name] = module.addresses[i];
  modules_[&module] = number;
  loads_[number] = load;
  add(std::move(load));
}

void CaptureRecorder::unloaded(const sim::LoadedModule& module) {
  const auto entry = modules_.find(&module);
  if (entry == modules_.end()) return;
  add(capture::Unload{entry->second});
  loads_.erase(entry->second);
  modules_.erase(entry);
}

void CaptureRecorder::launched(sim::GridId grid, const sim::LaunchRequest& request) {
  const StepLog::Number step = beginning_->ends.front();
  if (request.program->uses_launches)
    refuse(fmt::format("{} launches kernels, and a capture holds the launches of the host only",
                       demangled(request.program->name)));
  if (!device_.chosen(grid)) {
    log_[step].work = capture::Computed{};
    computed_[grid] = step;
    return;
  }
  if (!began_) begin();
  check_textures();
  log_[step].work = capture::Launch{.module = modules_.at(request.module.get()),
                                    .kernel = request.program->name,
                                    .grid = request.grid,
                                    .block = request.block,
                                    .dynamic_shared_bytes = request.dynamic_shared_bytes,
                                    .parameters = request.parameters,
                                    .stream = request.stream,
                                    .priority = request.priority,
                                    .cooperative = request.cooperative,
                                    .cluster = request.cluster,
                                    .stack_bytes = request.stack_bytes,
                                    .preferred_shared = request.preferred_shared};
  beginning_->captured = true;
  memory_.captured_begins();
}

void CaptureRecorder::copy(const BoxCopy& copy, const std::function<void()>& move) {
  const bool records = began_ && copy.to.device && memory_.on_device(copy.to.address);
  const capture::Box to = box_of(copy.to, copy.to_pitches, copy.extent);
  if (records) changing(to);
  move();
  if (!records) return;
  if (copy.from.device && memory_.on_device(copy.from.address))
    return add(capture::Copy{to, box_of(copy.from, copy.from_pitches, copy.extent)});
  add(capture::Write{to, memory_.contents(to)});
}

void CaptureRecorder::fill(const BoxFill& fill, const std::function<void()>& move) {
  const bool records = began_ && memory_.on_device(fill.to.address);
  const capture::Box to = box_of(fill.to, fill.pitches, fill.extent);
  if (records) changing(to);
  move();
  if (records) add(capture::Fill{to, fill.value, fill.word_bytes});
}

void CaptureRecorder::changing(const capture::Box& box) {
  read_fresh_contents();
  const bool kept =
      ending_ != nullptr && ending_->note->is_step && ending_->note->ends.front() < end_;
  memory_.changing(box.address, kept);
}

/// Returns the step to which an effect that happens now belongs. This is the step of the running
/// launch without capture. If no such launch runs, it is the step of the command that is ending. If
/// no command is ending, it is the step of a call of the host.
StepLog::Number CaptureRecorder::step_of_effect() {
  if (computing_) return *computing_;
  if (ending_ != nullptr) {
    if (!ending_->note->is_step) return log_.begin(*ending_, device_.now());
    return ending_->note->ends.front();
  }
  if (call_ == 0 || call_ != log_.size()) call_ = log_.call(device_.now()) + 1;
  return static_cast<StepLog::Number>(call_ - 1);
}

void CaptureRecorder::add(capture::Effect effect) {
  if (!began_) return;
  const bool allocates = std::holds_alternative<capture::Allocate>(effect);
  if (!allocates) read_fresh_contents();
  const StepLog::Number step = step_of_effect();
  log_[step].effects.push_back(std::move(effect));
  if (allocates) fresh_.push_back({step, log_[step].effects.size() - 1});
}

void CaptureRecorder::allocated(const exec::Allocation& made) {
  if (!began_) return;
  memory_.allocated(made);
  add(capture::Allocate{{made.address, made.bytes, made.name, made.writable, {}}});
}

void CaptureRecorder::freed(Addr address) {
  if (!began_) return;
  read_fresh_contents();
  memory_.freed(address);
  add(capture::Free{address});
}

/// Reads the contents of new allocations before anything changes them. The contents are the first
/// values of variables, or the bytes that the memory had before.
void CaptureRecorder::read_fresh_contents() {
  for (const EffectIndex& index : std::exchange(fresh_, {})) {
    auto& made = std::get<capture::Allocate>(log_[index.step].effects[index.effect]).allocation;
    made.contents = memory_.contents({made.address, made.bytes, 1, 1, made.bytes, made.bytes});
  }
}

/// Records the changes of textures. Only calls of the host change textures, while no launch runs.
void CaptureRecorder::note_textures() {
  const auto& now = device_.textures().all();
  for (auto known = textures_.begin(); known != textures_.end();) {
    if (now.contains(known->first)) {
      ++known;
      continue;
    }
    add(capture::Unbind{known->first});
    known = textures_.erase(known);
  }
  std::map<std::uint64_t, exec::TextureDescriptor> changed;
  for (const auto& [handle, texture] : now) {
    const auto known = textures_.find(handle);
    if (known == textures_.end() || !(known->second == texture)) changed[handle] = texture;
  }
  for (const auto& [handle, texture] : changed) {
    textures_[handle] = texture;
    add(capture::Bind{{handle, texture}});
  }
}

void CaptureRecorder::check_textures() {
  for (const auto& [handle, texture] : textures_) {
    const auto in = device_.memory().allocation_at(texture.base);
    if (in && in->host)
      refuse(
          "a texture lies in managed, mapped or registered memory, which only the program has; use "
          "cudaMalloc and cudaMemcpy, or leave its kernels out (--kernels)");
  }
}

/// Refuses a capture whose launches have reached host memory, or have called malloc or free, since
/// the last check.
void CaptureRecorder::check_reach(const std::string& who) {
  if (device_.memory().take_host_access() != 0)
    refuse(
        fmt::format("{} reaches managed, mapped or registered memory, which only the program has; "
                    "use cudaMalloc and cudaMemcpy, or leave the kernel out (--kernels)",
                    who));
  if (device_.services().heap.calls() != heap_calls_)
    refuse(
        fmt::format("{} calls malloc or free, whose memory cannot be brought back; leave the "
                    "kernel out (--kernels)",
                    who));
}

void CaptureRecorder::computing(sim::GridId grid) {
  computing_ = computed_.at(grid);
  if (!began_) return;
  check_reach("a captured launch");
  read_fresh_contents();
  memory_.hold();
}

void CaptureRecorder::computed(const sim::ComputedWatch::Part& part) {
  log_[*computing_].work = capture::Computed{part.warp_instructions, part.blocks};
  if (began_) {
    if (!part.finished)
      refuse(
          "a launch that --kernels leaves out waits for another one or for the host; capture it "
          "too");
    device_.memory().take_host_access();
    heap_calls_ = device_.services().heap.calls();
    for (capture::Write& write : memory_.changes()) add(std::move(write));
  }
  if (part.finished) computed_.erase(part.grid);
  computing_.reset();
}

void CaptureRecorder::submitted(const Stream& stream, Command& command,
                                const std::vector<Ticket>& after) {
  log_.submitted(stream, command, after);
}

void CaptureRecorder::joined(const Stream& stream, const Ticket& done) {
  log_.joined(stream, done);
}

void CaptureRecorder::beginning(Command& command) {
  read_fresh_contents();
  const auto* transfer = std::get_if<TransferWork>(&command.work);
  const bool launches = std::holds_alternative<GridWork>(command.work);
  if (transfer == nullptr && !launches) return;
  if (launches && began_) note_textures();
  const StepLog::Number step = log_.begin(command, device_.now());
  beginning_ = command.note;
  if (transfer != nullptr)
    log_[step].work =
        capture::Transfer{static_cast<capture::Link>(transfer->link), transfer->bytes};
}

void CaptureRecorder::ending(Command& command) {
  read_fresh_contents();
  ending_ = &command;
}

void CaptureRecorder::ended(const Ticket& command) {
  CommandNote& note = *command->note;
  if (!note.is_step) log_.pass(*command);
  ending_ = nullptr;
  last_ended_ = command;
  if (!note.captured) return;
  const auto& launch = std::get<capture::Launch>(log_[note.ends.front()].work);
  check_reach("the captured launch of " + demangled(launch.kernel));
  memory_.captured_ended();
  end_ = log_.size();
  call_ = 0;
}

void CaptureRecorder::waited(const std::vector<Ticket>& tickets) { log_.waited(tickets); }

void CaptureRecorder::drained() { log_.drained(); }

void CaptureRecorder::held_up() { log_.waited({last_ended_}); }

void CaptureRecorder::pausing(Cycle patience) {
  log_.pause(device_.now(), device_.seconds(patience));
}

void CaptureRecorder::finish(const std::string& program) {
  if (end_ == 0) return;
  read_fresh_contents();
  capture_.heddle_version = sim::version();
  capture_.program = program;
  capture_.machine = device_.configuration().machine.device.name;
  capture_.final_memory = memory_.final_memory();
  capture_.steps = log_.take(end_);
  sim::WholeFile file(sim::capture_file(device_.configuration().run_folder, getpid()));
  capture::write_capture(capture_, [&](std::string_view bytes) { file.write(bytes); });
  file.commit();
}

}  // namespace heddle::cudart
