#include <gtest/gtest.h>

#include "altered_journal.hpp"
#include "heddle/base/error.hpp"
#include "heddle/sim/records/record_text.hpp"

namespace heddle::sim {
namespace {

TEST(Journal, RefusesABrokenRecord) {
  RecordEncoder encoder;
  const std::vector<std::string> records = encoder.encode(launch("a", 100));
  const auto decode = [&](const std::string& record) {
    RecordDecoder decoder("it.journal");
    decoder.decode(records.at(0), {});
    unsigned launches = 0;
    decoder.decode(record, [&](const LaunchRecord&) { ++launches; });
    return launches;
  };
  const std::string& whole = records.at(1);
  EXPECT_EQ(decode(whole), 1u);
  for (std::size_t length = 0; length < whole.size(); ++length)
    EXPECT_THROW(decode(whole.substr(0, length)), Error);
  // At the end are three lists: two values, one weight and no times. Each is a number and, for each
  // value that is not 0, its place and the value.
  constexpr std::size_t kNumber = 4, kValue = 4 + 8;
  const std::size_t lists = whole.size() - 3 * kNumber - 3 * kValue;
  std::string beyond = whole;  // the place of the first value
  beyond[lists + kNumber] = 99;
  EXPECT_THROW(decode(beyond), Error);
  EXPECT_THROW(decode(whole + '\0'), Error);
  std::string sms = whole;  // the number of SMs, before the lists
  sms[lists - 1] = 99;
  EXPECT_THROW(decode(sms), Error);
}

TEST(Journal, RefusesADamagedFile) {
  EXPECT_NO_THROW(read_altered([](std::string&) {}));
  EXPECT_THROW(read_altered([](std::string& bytes) { bytes.pop_back(); }), Error);
  EXPECT_THROW(read_altered([](std::string& bytes) { bytes.resize(4096 + 4); }), Error);
  EXPECT_THROW(read_altered([](std::string& bytes) { bytes.resize(100); }), Error);
  EXPECT_THROW(read_altered([](std::string& bytes) { bytes[0] = 'X'; }), Error);
  EXPECT_THROW(read_altered([](std::string& bytes) { bytes[4096 + 3] = 77; }), Error);
  constexpr std::size_t kCurrent = 4 * sizeof(std::uint64_t);  // which span is valid
  EXPECT_THROW(read_altered([](std::string& bytes) { bytes[kCurrent] = 2; }), Error);
}

/// Whatever byte is another, what is told is what was recorded, or nothing. Of the live counters,
/// which fill the head, every 16th.
TEST(Journal, NoAlteredByteTellsSomethingElse) {
  constexpr std::size_t kHead = 4096, kOfRecords = 128;  // bytes of the head; what it says of these
  const RunResult whole = read_altered([](std::string&) {});
  ASSERT_EQ(value_of(whole.total, "cycles"), 600);
  const std::size_t bytes = journal_bytes().size();
  std::size_t refused = 0;
  for (std::size_t at = 0; at < bytes; at += at < kOfRecords || at >= kHead ? 1 : 16) {
    RunResult told;
    try {
      told = read_altered([&](std::string& of) { of[at] = static_cast<char>(of[at] ^ 0x41); });
    } catch (const Error&) {
      refused += at >= kHead ? 1 : 0;
      continue;
    }
    EXPECT_EQ(told.launches, whole.launches) << at;
    EXPECT_EQ(value_of(told.total, "cycles"), 600) << at;
    EXPECT_EQ(value_of(told.total, "ipc"), value_of(whole.total, "ipc")) << at;
    ASSERT_EQ(told.processes.size(), 1u) << at;
    EXPECT_EQ(told.processes[0].state, ProcessState::finished) << at;
    EXPECT_EQ(told.processes[0].program, whole.processes[0].program) << at;
    EXPECT_EQ(told.processes[0].warnings, whole.processes[0].warnings) << at;
  }
  EXPECT_EQ(refused, bytes - kHead);  // each of a record
}

/// A journal cut short at any place, between records too.
TEST(Journal, NoTruncationTellsSomethingElse) {
  const std::size_t bytes = journal_bytes().size();
  for (const std::size_t length : {0, 1, 8, 4095})
    EXPECT_THROW(read_altered([&](std::string& of) { of.resize(length); }), Error) << length;
  for (std::size_t length = 4096; length < bytes; length += 3)
    EXPECT_THROW(read_altered([&](std::string& of) { of.resize(length); }), Error) << length;
}

}  // namespace
}  // namespace heddle::sim
