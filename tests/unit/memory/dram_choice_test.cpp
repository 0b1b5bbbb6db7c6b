// The channel's choice of commands beside that of a slow one, which keeps no lists: before each
// command it looks at every request of the queue.
#include <algorithm>
#include <iterator>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <gtest/gtest.h>

#include "heddle/memory/dram_channel.hpp"

namespace heddle::memory {
namespace {

constexpr std::uint64_t kClosed = ~std::uint64_t{0};

// One DRAM cycle is one core cycle.
struct SlowChannel {
  struct Request {
    DramRequest request;
    std::uint32_t bank = 0;
    std::uint64_t row = 0;
    Cycle arrival = 0;
    Cycle bursts_gone = 0;
  };
  struct Bank {
    std::uint64_t row = kClosed;
    Cycle column = 0, activate = 0, precharge = 0;
  };

  explicit SlowChannel(const DramSpec& s, Cycle limit = 0)
      : spec(s), banks(s.banks), age_limit(limit) {
    if (s.t_refi != 0) refresh_at = s.t_refi;
  }

  void enqueue(Cycle now, const DramRequest& request) {
    const std::uint64_t number = request.address / spec.row_bytes, row = number / spec.banks;
    std::uint64_t bank = (number + row + (row >> 5)) % spec.banks;
    // With groups of two banks or more: row, upper bits of the bank, column, lowest bit of the bank
    // above 256 bytes.
    if (spec.bank_groups > 1)
      bank = spec.bank_groups == spec.banks
                 ? number % spec.banks
                 : number / 2 % (spec.banks / 2) * 2 + request.address / 256 % 2;
    insert({request, static_cast<std::uint32_t>(bank), row, now});
    visit = std::min(visit, std::max(now, std::min(row_bus, column_bus)));
    if (request.traffic == TrafficClass::demand || age_limit == 0) return;
    next_aged = std::min(next_aged, now + age_limit);
    visit = std::min(visit, next_aged);
  }
  /// Demand goes before contexts.
  void insert(const Request& request) {
    auto place = queue.end();
    if (!is_context(request)) place = std::find_if(queue.begin(), queue.end(), is_context);
    queue.insert(place, request);
  }
  static bool is_context(const Request& request) {
    return request.request.traffic == TrafficClass::context;
  }
  void count_aged_as_demand(Cycle now) {
    const auto is_aged = [&](const Request& r) {
      return is_context(r) && r.arrival + age_limit <= now;
    };
    std::vector<Request> aged;
    std::copy_if(queue.begin(), queue.end(), std::back_inserter(aged), is_aged);
    std::erase_if(queue, is_aged);
    std::stable_sort(aged.begin(), aged.end(), [](const Request& a, const Request& b) {
      return std::pair(a.bank, a.request.write) < std::pair(b.bank, b.request.write);
    });
    for (Request& request : aged) {
      request.arrival = now;
      request.request.traffic = TrafficClass::demand;
      insert(request);
    }
    next_aged = kNever;
    for (const Request& r : queue)
      if (is_context(r)) next_aged = std::min(next_aged, r.arrival + age_limit);
  }
  std::size_t waiting(bool write) const {
    return static_cast<std::size_t>(std::count_if(
        queue.begin(), queue.end(), [=](const Request& r) { return r.request.write == write; }));
  }
  bool serves(bool write) const { return spec.write_queue_entries == 0 || draining == write; }
  bool is_hit(const Request& request) const { return banks[request.bank].row == request.row; }
  Cycle earliest(const Request& request) const {
    const Bank& bank = banks[request.bank];
    const bool write = request.request.write;
    const auto behind = [](Cycle time, Cycle lead) { return time > lead ? time - lead : 0; };
    if (!is_hit(request)) {
      const Cycle rp = bank.row == kClosed ? 0 : spec.t_rp;
      const Cycle start =
          std::max({row_bus, request.arrival, bank.row == kClosed ? 0 : bank.precharge});
      return std::max(start, behind(std::max(bank.activate, next_activate), rp));
    }
    const Cycle turn = write && !last_write ? spec.bus_turnaround : 0;
    Cycle when = std::max({bank.column, request.arrival, column_bus,
                           behind(data_bus + turn, write ? spec.t_wl : spec.t_cl)});
    if (!write && write_end != 0) when = std::max(when, write_end + spec.t_cdlr);
    return when;
  }
  /// Whether the request may go: in a bank that demand wants which is served now, only demand; and
  /// of a class, in a bank whose row someone wants that is served now, only they.
  bool may_go(std::size_t index) const {
    const Request& request = queue[index];
    if (spec.scheduler == DramScheduler::fcfs) return index == 0;
    if (!serves(request.request.write)) return false;
    const auto rival = [&](std::size_t i) {
      return queue[i].bank == request.bank && serves(queue[i].request.write);
    };
    for (std::size_t i = 0; i < queue.size(); ++i) {
      if (!rival(i)) continue;
      if (is_context(request) != is_context(queue[i])) {
        if (is_context(request)) return false;
      } else if (!is_hit(request) && (is_hit(queue[i]) || i < index)) {
        return false;
      }
    }
    return true;
  }
  bool too_late(const Request& request) const {
    if (is_hit(request) || refresh_at == kNever) return false;
    const Cycle rp = banks[request.bank].row == kClosed ? 0 : spec.t_rp;
    return earliest(request) + rp + std::max(spec.t_rcd, 1u) >= refresh_at;
  }
  void run(Cycle until) {
    while (visit < until) {
      if (spec.write_queue_entries != 0 && spec.scheduler == DramScheduler::fr_fcfs) {
        if (waiting(true) >= spec.write_high || waiting(false) == 0) {
          draining = true;
        } else if (waiting(true) <= spec.write_low) {
          draining = false;
        }
      }
      // The oldest of the soonest; of one column command and one activate the column command. One
      // activate competes: if that is too late for the refresh, none goes.
      std::size_t best[2] = {queue.size(), queue.size()};
      for (std::size_t i = 0; i < queue.size(); ++i) {
        std::size_t& other = best[is_hit(queue[i]) ? 0 : 1];
        if (may_go(i) && (other == queue.size() || earliest(queue[i]) < earliest(queue[other])))
          other = i;
      }
      if (best[1] < queue.size() && too_late(queue[best[1]])) best[1] = queue.size();
      const auto time = [&](std::size_t i) {
        return i < queue.size() ? earliest(queue[i]) : kNever;
      };
      const std::size_t next = time(best[0]) <= time(best[1]) ? best[0] : best[1];
      visit = time(next);
      if (next_aged <= visit && next_aged < refresh_at) {
        visit = next_aged;
        if (visit >= until) return;
        count_aged_as_demand(visit);
        continue;
      }
      if (refresh_at <= visit) {
        visit = refresh_at;
        if (visit >= until) return;
        refresh();
        visit = std::min(row_bus, column_bus);
        continue;
      }
      if (visit >= until) return;
      is_hit(queue[next]) ? column(next, visit) : activate(queue[next], visit);
      visit = queue.empty() ? kNever : std::min(row_bus, column_bus);
    }
  }
  void column(std::size_t index, Cycle when) {
    const Request served = queue[index];
    Bank& bank = banks[served.bank];
    const bool write = served.request.write;
    const Cycle bytes = served.request.sectors * 32u;
    const Cycle all = spec.burst_per_sector && !write
                          ? served.request.sectors
                          : (bytes + spec.burst_bytes - 1) / spec.burst_bytes;
    const bool grouped = spec.bank_groups > 1;
    const Cycle bursts = grouped ? 1 : all;
    const bool is_last = !grouped || served.bursts_gone + 1 == all;
    ++queue[index].bursts_gone;
    if (is_last) queue.erase(queue.begin() + static_cast<std::ptrdiff_t>(index));
    const Cycle burst = (spec.burst_bytes + spec.bytes_per_cycle - 1) / spec.bytes_per_cycle;
    const Cycle last = when + (bursts - 1) * std::max<Cycle>(burst, spec.t_ccd);
    data_bus = last + (write ? spec.t_wl : spec.t_cl) + burst;
    column_bus = last + std::max(1u, spec.t_ccd);
    if (!spec.dual_command_bus) row_bus = std::max(row_bus, when + 1);
    last_write = write;
    if (write) write_end = data_bus;
    bank.precharge = std::max(bank.precharge, write ? data_bus + spec.t_wr : last + spec.t_rtp);
    if (!write && is_last) done.push_back({to_ticks(data_bus), served.request.cookie});
    const std::uint32_t group = spec.banks / spec.bank_groups;
    for (std::uint32_t i = 0; grouped && i < spec.banks; ++i)
      if (i / group == served.bank / group)
        banks[i].column = std::max(banks[i].column, when + spec.t_ccd_l);
  }
  void activate(const Request& request, Cycle when) {
    Bank& bank = banks[request.bank];
    const Cycle open = when + (bank.row == kClosed ? 0 : spec.t_rp);
    bank = {request.row, std::max(bank.column, open + spec.t_rcd), open + spec.t_rc,
            open + spec.t_ras};
    next_activate = open + spec.t_rrd;
    row_bus = when + 1;
    if (!spec.dual_command_bus) column_bus = std::max(column_bus, row_bus);
    ++activates;
  }
  void refresh() {
    Cycle start = refresh_at;
    bool open = false;
    for (const Bank& bank : banks) {
      if (bank.row == kClosed) continue;
      open = true;
      start = std::max(start, bank.precharge);
    }
    if (open) start += spec.t_rp;
    for (Bank& bank : banks) {
      bank.row = kClosed;
      bank.activate = std::max(bank.activate, start + spec.t_rfc);
    }
    row_bus = std::max(row_bus, start + 1);
    refresh_at += spec.t_refi;
  }

  DramSpec spec;
  std::vector<Bank> banks;
  Cycle age_limit;             ///< 0: none
  std::vector<Request> queue;  ///< by class, then by age
  std::vector<DramCompletion> done;
  Cycle row_bus = 0, column_bus = 0, data_bus = 0, write_end = 0, next_activate = 0;
  Cycle visit = kNever, refresh_at = kNever;
  Cycle next_aged = kNever;  ///< no context counts as demand before
  bool last_write = false, draining = false;
  std::uint64_t activates = 0;
};

/// Bursts of requests to few rows, between which the queue may run empty. Of eight requests so
/// many are contexts'.
void compare(const DramSpec& spec, unsigned seed, unsigned contexts = 0,
             std::uint32_t age_limit = 0) {
  std::mt19937 random(seed), classes(seed);
  DramChannel channel(spec, 1000, age_limit);
  SlowChannel slow(spec, age_limit);
  std::vector<DramCompletion> done;
  Cycle now = 0;
  for (std::uint32_t cookie = 0; cookie < 3000;) {
    const bool lull = random() % 50 == 0;
    for (std::uint32_t i = random() % 4; i-- > 0 && !lull;) {
      const bool write = random() % 3 == 0;
      const auto traffic = classes() % 8 < contexts ? TrafficClass::context : TrafficClass::demand;
      if (!channel.has_room(write ? 0 : 1, write ? 1 : 0, traffic)) break;
      const DramRequest request{.address = random() % 40 * Addr{512},
                                .cookie = cookie++,
                                .sectors = static_cast<std::uint8_t>(1 + random() % 4),
                                .write = write,
                                .traffic = traffic};
      channel.enqueue(to_ticks(now), request);
      slow.enqueue(now, request);
    }
    now += lull ? random() % 300 : 1 + random() % 12;
    channel.run(to_ticks(now), done);
    slow.run(now);
    ASSERT_EQ(channel.queued(), slow.queue.size()) << "cycle " << now;
    ASSERT_EQ(done.size(), slow.done.size()) << "cycle " << now;
    for (; !done.empty(); done.pop_back(), slow.done.pop_back()) {
      ASSERT_EQ(done.back().cookie, slow.done.back().cookie) << "cycle " << now;
      ASSERT_EQ(done.back().when, slow.done.back().when) << "cycle " << now;
    }
    ASSERT_EQ(channel.counters(0).activates, slow.activates);
  }
}

/// Machines with a few banks or many, one bus or two, refresh, writes apart.
void compare_all(unsigned contexts, std::uint32_t age_limit) {
  const DramSpec plain{.clock_mhz = 1000, .banks = 4, .row_bytes = 1024, .queue_entries = 16};
  for (unsigned seed = 1; seed <= 3; ++seed) {
    for (const std::uint32_t banks : {1u, 4u, 16u}) {
      for (const auto scheduler : {DramScheduler::fr_fcfs, DramScheduler::fcfs}) {
        DramSpec spec = plain;
        spec.banks = banks;
        spec.scheduler = scheduler;
        SCOPED_TRACE(std::to_string(banks) + " banks, seed " + std::to_string(seed));
        compare(spec, seed, contexts, age_limit);
        spec.dual_command_bus = spec.burst_per_sector = true;
        spec.burst_bytes = 32;
        compare(spec, seed, contexts, age_limit);
        spec.t_refi = 400;
        spec.t_rfc = 60;
        compare(spec, seed, contexts, age_limit);
        spec.write_queue_entries = 16;
        spec.write_high = 10;
        spec.write_low = 3;
        compare(spec, seed, contexts, age_limit);
      }
    }
  }
}

/// The same with groups of banks, whose requests go burst by burst.
void compare_groups(unsigned contexts, std::uint32_t age_limit) {
  for (unsigned seed = 1; seed <= 2; ++seed) {
    for (const auto& [banks, groups] : {std::pair(4u, 2u), {4u, 4u}, {16u, 4u}}) {
      for (const std::uint32_t t_ccd_l : {0u, 3u, 9u}) {
        SCOPED_TRACE(fmt::format("{} banks, {} groups, t_ccd_l {}", banks, groups, t_ccd_l));
        DramSpec spec{.clock_mhz = 1000,
                      .bytes_per_cycle = 16,
                      .burst_bytes = 32,
                      .banks = banks,
                      .bank_groups = groups,
                      .row_bytes = 1024,
                      .queue_entries = 16,
                      .t_ccd_l = t_ccd_l};
        compare(spec, seed, contexts, age_limit);
        spec.scheduler = DramScheduler::fcfs;
        compare(spec, seed, contexts, age_limit);
        spec.scheduler = DramScheduler::fr_fcfs;
        spec.burst_bytes = 64;
        spec.burst_per_sector = spec.dual_command_bus = true;
        spec.t_refi = 400;
        spec.t_rfc = 60;
        compare(spec, seed, contexts, age_limit);
        spec.write_queue_entries = 16;
        spec.write_high = 10;
        spec.write_low = 3;
        compare(spec, seed, contexts, age_limit);
      }
    }
  }
}

TEST(DramChoice, GroupsOfBanksAreServedAsByAFullScanOfTheQueue) {
  compare_groups(0, 0);
  compare_groups(3, 60);
}

TEST(DramChoice, RandomTrafficIsServedAsByAFullScanOfTheQueue) { compare_all(0, 0); }

TEST(DramChoice, ContextsGiveWayAsInAFullScanOfTheQueue) {
  for (const std::uint32_t age_limit : {0u, 1u, 60u, 400u}) {
    SCOPED_TRACE("age limit " + std::to_string(age_limit));
    compare_all(3, age_limit);
  }
}

}  // namespace
}  // namespace heddle::memory
