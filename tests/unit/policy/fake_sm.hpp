// The view that a policy has of an SM, set by hand.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "heddle/policy/registry.hpp"
#include "heddle/policy/warp_scheduler/warp_scheduler.hpp"
#include "heddle/sim/settings/setting_reader.hpp"

namespace heddle::test {

constexpr unsigned kNothing = model::kNoEntity;  ///< a slot that issues none

inline model::EntityMask mask(std::initializer_list<unsigned> entities) {
  model::EntityMask mask;
  for (const unsigned entity : entities) mask.set(entity);
  return mask;
}

class FakeSm {
 public:
  FakeSm(unsigned warps, unsigned blocks, unsigned slots = 1, unsigned parts = 1)
      : warps_(warps * parts), places_(model::places_in_turn(warps * parts, slots, slots)) {
    view_ = {.warps = warps_.data(),
             .entities = warps * parts,
             .slots = slots,
             .names = model::EntityNames(parts),
             .blocks = blocks,
             .gated = &gated,
             .grids = grids,
             .places = places_};
  }

  model::EntityMask gated;
  std::array<std::uint64_t, 8> grids{};
  const model::SmView& view() const { return view_; }
  void at(Cycle now) { view_.now = now; }
  void set_l1(unsigned lines, unsigned line_bytes) {
    view_.l1_lines = lines;
    view_.l1_line_bytes = line_bytes;
  }
  /// By entity: the parts of its gang. The array stays where it is.
  void set_gangs(std::span<const std::uint8_t> gangs) { view_.gangs = gangs; }
  void set_paths(const model::WarpPaths* paths) { view_.paths = paths; }
  model::WarpView& warp(unsigned entity) { return warps_[entity]; }
  /// A fresh warp of the block, younger than those before it.
  void launch(unsigned entity, unsigned block_slot, unsigned index) {
    warps_[entity] = {.launched_at = view_.now,
                      .launch_order = ++launches_,
                      .block_slot = block_slot,
                      .index = index};
  }

 private:
  std::vector<model::WarpView> warps_;
  std::vector<model::EntityPlace> places_;
  model::SmView view_;
  std::uint64_t launches_ = 0;
};

/// What a policy notes, as "launch cycle policy: text".
struct NotesTaken final : model::Hears<model::PolicyNote> {
  NotesTaken() { subscribers.add(*this); }
  void on(const model::PolicyNote& note) override {
    lines.push_back(std::to_string(note.grid) + " " + std::to_string(note.cycle) + " " +
                    std::string(note.policy) + ": " + std::string(note.text));
  }
  std::vector<std::string> lines;
  model::Subscribers subscribers;  ///< the notes alone
};

/// A scheduler by its name, with parameters as TOML, attached, all its entities launched as (parts
/// of) warps of block 0.
class Scheduling {
 public:
  Scheduling(const std::string& name, unsigned warps, std::string_view parameters = "",
             unsigned slots = 1, unsigned parts = 1)
      : sm(warps, 8, slots, parts),
        scheduler(policy::Registry<policy::WarpScheduler>::instance().make(name)) {
    const sim::Settings settings = sim::parse_settings(parameters, "test");
    sim::SettingReader reader(settings);
    reader.read("", *scheduler);
    reader.refuse_unread();
    scheduler->attach(sm.view());
    scheduler->kernel_started(0, program);
    scheduler->block_dispatched(0, 0, warps);
    for (unsigned entity = 0; entity < warps * parts; ++entity) {
      sm.launch(entity, 0, entity / parts);
      scheduler->warp_launched(entity);
    }
  }

  /// The event, in the present cycle.
  void waits(unsigned entity, bool waits = true) {
    scheduler->waits(entity, waits ? policy::LongWait::memory : policy::LongWait::none);
  }
  void exits(unsigned entity) { scheduler->warp_exited(entity); }
  /// What the slot issues of the candidates; model::kNoEntity: nothing.
  unsigned issue(std::initializer_list<unsigned> candidates, unsigned slot = 0) {
    const unsigned entity = scheduler->pick(slot, mask(candidates));
    if (entity != model::kNoEntity) scheduler->issued(slot, entity);
    return entity;
  }

  isa::Program program;
  FakeSm sm;
  std::unique_ptr<policy::WarpScheduler> scheduler;
};

}  // namespace heddle::test
