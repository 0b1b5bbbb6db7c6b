#include "cudart/queue/scheduler.hpp"

#include <map>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cudart/queue/event.hpp"
#include "fake_timeline.hpp"

namespace heddle::cudart {
namespace {

using testing::ElementsAre;

class SchedulerTest : public testing::Test {
 protected:
  Work grid(const std::string& name, Cycle duration) {
    return GridWork{[this, name, duration] {
      started[name] = timeline.now();
      return timeline.launch(duration);
    }};
  }
  Work transfer(const std::string& name, Link link, Cycle duration) {
    return TransferWork{link, 0, duration, [this, name] { moved[name] = timeline.now(); }};
  }
  Stream& blocking() { return scheduler.create(StreamKind::blocking, 0, 0); }
  Stream& non_blocking() { return scheduler.create(StreamKind::non_blocking, 1, 0); }

  FakeTimeline timeline;
  Scheduler scheduler{timeline};
  std::map<std::string, Cycle> started, moved;
};

TEST_F(SchedulerTest, SubmittingLetsNoTimePass) {
  scheduler.submit(scheduler.legacy(), grid("a", 100));
  EXPECT_EQ(timeline.now(), 0u);
  EXPECT_EQ(timeline.advances, 0);
}

TEST_F(SchedulerTest, AStreamRunsInOrder) {
  Stream& stream = blocking();
  scheduler.submit(stream, grid("a", 100));
  scheduler.submit(stream, transfer("copy", Link::device_to_host, 30));
  const Ticket last = scheduler.submit(stream, grid("b", 10));
  EXPECT_TRUE(scheduler.wait(last));
  EXPECT_EQ(started["a"], 0u);
  EXPECT_EQ(moved["copy"], 130u);
  EXPECT_EQ(started["b"], 130u);
  EXPECT_EQ(timeline.now(), 140u);
}

TEST_F(SchedulerTest, StreamsOverlap) {
  scheduler.submit(blocking(), grid("a", 100));
  scheduler.submit(blocking(), grid("b", 70));
  scheduler.drain();
  EXPECT_EQ(started["b"], 0u);
  EXPECT_EQ(timeline.now(), 100u);
}

TEST_F(SchedulerTest, OneLinkCarriesOneTransferAtATime) {
  scheduler.submit(blocking(), transfer("up1", Link::host_to_device, 50));
  scheduler.submit(blocking(), transfer("up2", Link::host_to_device, 50));
  scheduler.submit(blocking(), transfer("down", Link::device_to_host, 60));
  scheduler.drain();
  EXPECT_EQ(moved["up1"], 50u);
  EXPECT_EQ(moved["up2"], 100u);
  EXPECT_EQ(moved["down"], 60u);
}

TEST_F(SchedulerTest, TheLegacyStreamWaitsForBlockingStreamsAndTheyForIt) {
  Stream& one = blocking();
  Stream& two = blocking();
  Stream& apart = non_blocking();
  scheduler.submit(one, grid("one", 100));
  scheduler.submit(apart, grid("apart", 500));
  scheduler.submit(scheduler.legacy(), grid("legacy", 40));
  scheduler.submit(two, grid("two", 5));
  scheduler.submit(apart, grid("apart2", 5));
  scheduler.drain();
  EXPECT_EQ(started["legacy"], 100u);
  EXPECT_EQ(started["two"], 140u);
  EXPECT_EQ(started["apart"], 0u);
  EXPECT_EQ(started["apart2"], 500u);
}

TEST_F(SchedulerTest, AWaitEndsAtTheTicketNotLater) {
  Stream& stream = blocking();
  const Ticket first = scheduler.submit(stream, grid("a", 100));
  scheduler.submit(stream, grid("b", 100));
  EXPECT_TRUE(scheduler.wait(first));
  EXPECT_EQ(timeline.now(), 100u);
}

TEST_F(SchedulerTest, WorkOfTheLegacyStreamIncludesBlockingStreams) {
  Stream& stream = blocking();
  scheduler.submit(stream, grid("a", 100));
  scheduler.submit(non_blocking(), grid("b", 900));
  EXPECT_TRUE(scheduler.wait(scheduler.work_of(scheduler.legacy())));
  EXPECT_EQ(timeline.now(), 100u);
}

TEST_F(SchedulerTest, APollingLoopEndsAfterDurationOverPatiencePolls) {
  Stream& stream = blocking();
  const Ticket ticket = scheduler.submit(stream, grid("a", 1000));
  int polls = 1;
  while (!scheduler.wait(ticket, 100)) ++polls;
  EXPECT_EQ(polls, 10);
  EXPECT_EQ(timeline.now(), 1000u);
  EXPECT_TRUE(scheduler.wait(ticket, 100));
  EXPECT_EQ(timeline.now(), 1000u) << "polling an idle stream lets no time pass";
}

TEST_F(SchedulerTest, TimePassesWhenTheQueueIsFull) {
  Stream& stream = blocking();
  for (std::size_t i = 0; i < kQueueLength; ++i) scheduler.submit(stream, grid("a", 7));
  EXPECT_EQ(timeline.now(), 0u);
  scheduler.submit(stream, grid("b", 7));
  EXPECT_EQ(timeline.now(), 7u);
  EXPECT_EQ(scheduler.waiting(), kQueueLength);
}

TEST_F(SchedulerTest, HostFunctionsAreCalledInOrderWhenTheHostWaits) {
  Stream& stream = blocking();
  std::vector<Cycle> calls;
  const auto call = HostWork{[&](bool failed) {
    EXPECT_FALSE(failed);
    calls.push_back(timeline.now());
  }};
  scheduler.submit(stream, call);
  scheduler.submit(stream, grid("a", 20));
  scheduler.submit(stream, call);
  EXPECT_TRUE(calls.empty());
  scheduler.drain();
  EXPECT_THAT(calls, ElementsAre(0u, 20u));
}

TEST_F(SchedulerTest, AHostFunctionRunsOutsideTheLock) {
  bool outside = false;
  Scheduler locked(timeline, {.outside = [&](const std::function<void()>& call) {
                     outside = true;
                     call();
                     outside = false;
                   }});
  bool seen = false;
  locked.submit(locked.legacy(), HostWork{[&](bool) { seen = outside; }});
  locked.drain();
  EXPECT_TRUE(seen);
}

TEST_F(SchedulerTest, ADestroyedStreamStillRuns) {
  Stream& stream = blocking();
  scheduler.submit(stream, grid("a", 20));
  scheduler.submit(stream, grid("b", 20));
  scheduler.destroy(stream);
  EXPECT_FALSE(scheduler.known(&stream));
  scheduler.drain();
  EXPECT_EQ(started["b"], 20u);
}

TEST_F(SchedulerTest, EventsStampTheTimeTheirStreamGotThere) {
  Stream& stream = blocking();
  Event before, after;
  record(before, scheduler, stream);
  scheduler.submit(stream, grid("a", 250));
  record(after, scheduler, stream);
  scheduler.submit(stream, grid("b", 250));
  EXPECT_TRUE(scheduler.wait(after.mark));
  EXPECT_EQ(*before.time, 0u);
  EXPECT_EQ(*after.time, 250u);
}

TEST_F(SchedulerTest, AStreamWaitsForAnEventOfAnother) {
  Stream& one = non_blocking();
  Stream& two = non_blocking();
  Event event;
  scheduler.submit(one, grid("a", 100));
  record(event, scheduler, one);
  scheduler.submit(one, grid("later", 100));
  wait_for(event, scheduler, two);
  scheduler.submit(two, grid("b", 10));
  record(event, scheduler, one);  // a new mark: the wait above is for the old one
  scheduler.drain();
  EXPECT_EQ(started["b"], 100u);
}

TEST_F(SchedulerTest, WhatCanBeginAtOnceBeginsInTheOrderOfSubmission) {
  std::vector<std::string> order;
  const auto noted = [&](const std::string& name) {
    return GridWork{[this, &order, name] {
      order.push_back(name);
      return timeline.launch(10);
    }};
  };
  Stream& older = blocking();
  Stream& newer = blocking();
  Event event;
  scheduler.submit(older, grid("produce", 100));
  record(event, scheduler, older);
  wait_for(event, scheduler, newer);
  scheduler.submit(newer, noted("consume"));
  scheduler.submit(older, noted("overwrite"));
  scheduler.submit(newer, noted("last"));
  scheduler.drain();
  EXPECT_THAT(order, ElementsAre("consume", "overwrite", "last"));
  EXPECT_EQ(timeline.now(), 120u);
}

TEST_F(SchedulerTest, WaitingForAnEventNeverRecordedIsNothing) {
  Stream& stream = blocking();
  wait_for(Event{}, scheduler, stream);
  EXPECT_EQ(scheduler.waiting(), 0u);
}

TEST_F(SchedulerTest, AbandonEndsEverythingAndTellsCallbacksThatAsked) {
  Stream& stream = blocking();
  std::vector<std::string> calls;
  const Ticket ticket = scheduler.submit(stream, grid("a", 20));
  scheduler.submit(stream, transfer("copy", Link::device_to_host, 1));
  scheduler.submit(stream, HostWork{[&](bool) { calls.push_back("function"); }});
  scheduler.submit(stream, HostWork{[&](bool failed) { calls.push_back(failed ? "failed" : "ok"); },
                                    /*after_failure=*/true});
  scheduler.abandon();
  EXPECT_TRUE(ticket->done());
  EXPECT_EQ(scheduler.waiting(), 0u);
  EXPECT_TRUE(moved.empty());
  EXPECT_THAT(calls, ElementsAre("failed"));
}

TEST_F(SchedulerTest, LongWaitsGiveOthersTheirTurn) {
  int turns = 0;
  Scheduler sliced(timeline, {.yield = [&] { ++turns; }, .slice = [] { return Cycle{100}; }});
  sliced.wait(sliced.submit(sliced.legacy(), grid("a", 1000)));
  EXPECT_EQ(turns, 10);
  EXPECT_EQ(timeline.now(), 1000u);
}

}  // namespace
}  // namespace heddle::cudart
