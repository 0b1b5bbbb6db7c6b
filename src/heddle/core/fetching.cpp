// How an entity comes to its next instruction.

#include "heddle/core/sm.hpp"

namespace heddle::core {

void Sm::go_to_next(std::uint16_t entity, Cycle now, std::uint32_t delay) {
  const bool there = fetch_.buffered(entity) != 0;
  if (there && delay <= 1) return look_ahead(entity);
  conditions_.set(entity, Condition::fetch);
  Cycle when = now + delay;
  if (!there) {
    const DecodedProgram& program = contexts_.program_of(entity);
    const Addr address =
        program.code_base() + Addr{contexts_.warp_of(entity).pc(contexts_.names.part_of(entity))} *
                                  configuration_.fetch.instruction_bytes;
    const Cycle wanted = now + (delay > fetch_.latency() ? delay - fetch_.latency() : 0);
    const auto fetched =
        fetch_.fetch(entity, address, wanted, counters_[contexts_.table[entity].kernel].fetch);
    if (!fetched) return;
    when = std::max(when, *fetched);
  }
  events_.schedule(when, {Event::Kind::fetched, 0, entity, 0});
}

void Sm::ask_for_code(Cycle now) {
  auto& lines = fetch_.wanted_lines();
  RequestPort& port = load_store_.port();
  while (!lines.empty() && lines.front().when <= now && port.can_send(now)) {
    const std::uint8_t kernel = contexts_.table[lines.front().entity].kernel;
    const std::uint64_t flits = port.flits();
    const auto sectors =
        static_cast<std::uint8_t>((1u << fetch_.line_bytes() / model::kSectorBytes) - 1);
    port.send(now, configuration_.l1.miss_latency,
              {.line = lines.front().line,
               .origin = LoadStoreUnit::kInstructionLine,
               .sm = index_,
               .sectors = sectors,
               .kernel = kernel});
    counters_[kernel].request_flits += port.flits() - flits;
    lines.erase(lines.begin());
  }
}

void Sm::receive_code(const model::MemoryReply& reply, Cycle now) {
  fetch_.fill(reply.line, [&](unsigned entity) {
    events_.schedule(now + fetch_.latency(),
                     {Event::Kind::fetched, 0, static_cast<std::uint16_t>(entity), 0});
  });
}

}  // namespace heddle::core
