#include "heddle/sim/journal.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "heddle/base/error.hpp"
#include "heddle/base/output_file.hpp"

namespace heddle::sim {

namespace fs = std::filesystem;

/// A part of a journal, in bytes from the end of its head.
struct JournalSpan {
  std::atomic<std::uint64_t> begin, end;
};

/// First page of a journal. Records follow it: a 64-bit length, then that many bytes.
struct JournalHead {
  std::uint64_t magic;
  std::uint64_t process;
  std::atomic<std::uint64_t> state;
  std::atomic<std::uint64_t> current;  ///< index of the span that holds the records
  std::array<JournalSpan, 2> spans;    ///< complete records
  LiveCounters live;

  JournalSpan& span() { return spans[current.load(std::memory_order_acquire)]; }
  const JournalSpan& span() const { return spans[current.load(std::memory_order_acquire)]; }
};

namespace {

constexpr std::uint64_t kMagic = 0x324C4E4A4C444448;  // "HDDLJNL2"
constexpr std::size_t kHeadBytes = 4096;
static_assert(sizeof(JournalHead) <= kHeadBytes);
static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

fs::path journal_file(const fs::path& folder, unsigned number) {
  return folder / fmt::format("process-{}.journal", number);
}

/// A descriptor that is closed again.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return number_; }
  explicit operator bool() const { return number_ >= 0; }

 private:
  int number_;
};

bool write_at(int descriptor, std::string_view bytes, std::uint64_t offset) {
  while (!bytes.empty()) {
    const ssize_t done = pwrite(descriptor, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(done));
    offset += static_cast<std::uint64_t>(done);
  }
  return true;
}

/// A record with its length before it.
std::string framed(std::string_view record) {
  const std::uint64_t length = record.size();
  std::string bytes(sizeof length, '\0');
  std::memcpy(bytes.data(), &length, sizeof length);
  bytes += record;
  return bytes;
}

const JournalHead* map_head(const fs::path& file) {
  const Descriptor descriptor(open(file.c_str(), O_RDONLY | O_CLOEXEC));
  if (!descriptor) return nullptr;
  struct stat status{};
  if (fstat(descriptor.get(), &status) != 0 || status.st_size < static_cast<off_t>(kHeadBytes)) {
    return nullptr;
  }
  void* mapped = mmap(nullptr, kHeadBytes, PROT_READ, MAP_SHARED, descriptor.get(), 0);
  if (mapped == MAP_FAILED) return nullptr;
  const auto* head = static_cast<const JournalHead*>(mapped);
  if (head->magic == kMagic) return head;
  munmap(mapped, kHeadBytes);
  return nullptr;
}

void unmap_head(const JournalHead* head) { munmap(const_cast<JournalHead*>(head), kHeadBytes); }

}  // namespace

void LiveCounters::add(const HostTime& time) {
  const auto increase = [](std::atomic<std::uint64_t>& sum, std::chrono::nanoseconds by) {
    sum.fetch_add(static_cast<std::uint64_t>(by.count()), std::memory_order_relaxed);
  };
  increase(timed_nanoseconds_, time.timed.total);
  for (std::size_t i = 0; i < gpu::kPhases; ++i) {
    increase(sampled_nanoseconds_[i], time.timed.sampled[i]);
  }
  increase(functional_nanoseconds_, time.functional);
}

HostTime LiveCounters::host_time() const {
  const auto read = [](const std::atomic<std::uint64_t>& sum) {
    return std::chrono::nanoseconds(sum.load(std::memory_order_relaxed));
  };
  HostTime time;
  time.timed.total = read(timed_nanoseconds_);
  for (std::size_t i = 0; i < gpu::kPhases; ++i) {
    time.timed.sampled[i] = read(sampled_nanoseconds_[i]);
  }
  time.functional = read(functional_nanoseconds_);
  return time;
}

JournalWriter::JournalWriter(fs::path folder) : folder_(std::move(folder)) { create(); }

JournalWriter::~JournalWriter() {
  if (head_ != nullptr) unmap_head(head_);
}

void JournalWriter::create() {
  int number = -1;
  for (unsigned i = 0; number < 0; ++i) {
    file_ = journal_file(folder_, i);
    number = open(file_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (number < 0 && errno != EEXIST) throw Error(write_failure(file_, errno));
  }
  const Descriptor descriptor(number);
  // A page that the disk has no room for would end the process when it is first written to.
  if (!write_at(number, std::string(kHeadBytes, '\0'), 0)) {
    const int error = errno;
    unlink(file_.c_str());
    throw Error(write_failure(file_, error));
  }
  void* mapped = mmap(nullptr, kHeadBytes, PROT_READ | PROT_WRITE, MAP_SHARED, number, 0);
  if (mapped == MAP_FAILED) {
    fail("cannot map '{}': {}", file_.string(), std::strerror(errno));
  }
  head_ = new (mapped) JournalHead{kMagic, static_cast<std::uint64_t>(getpid()), {}, {}, {}, {}};
}

void JournalWriter::append(std::string_view record) {
  JournalSpan& span = head_->span();
  const std::uint64_t end = span.end.load(std::memory_order_relaxed);
  const std::string bytes = framed(record);
  write(bytes, end);
  span.end.store(end + bytes.size(), std::memory_order_release);
}

void JournalWriter::replace(std::span<const std::string> records) {
  std::string bytes;
  for (const std::string& record : records) bytes += framed(record);
  const std::uint64_t current = head_->current.load(std::memory_order_relaxed);
  const JournalSpan& old = head_->spans[current];
  // Before the old records if there is room, so that the file does not grow for ever.
  const std::uint64_t begin = bytes.size() <= old.begin ? 0 : old.end.load();
  write(bytes, begin);
  JournalSpan& next = head_->spans[1 - current];
  next.begin = begin;
  next.end = begin + bytes.size();
  head_->current.store(1 - current, std::memory_order_release);
}

std::uint64_t JournalWriter::record_bytes() const {
  return head_->span().end - head_->span().begin;
}

void JournalWriter::write(std::string_view bytes, std::uint64_t place) {
  const Descriptor descriptor(open(file_.c_str(), O_WRONLY | O_CLOEXEC));
  if (!descriptor || !write_at(descriptor.get(), bytes, kHeadBytes + place))
    throw Error(write_failure(file_, errno));
}

void JournalWriter::set_state(ProcessState state) {
  head_->state.store(static_cast<std::uint64_t>(state), std::memory_order_release);
}

LiveCounters& JournalWriter::live() { return head_->live; }

std::vector<Journal> read_journals(const fs::path& folder) {
  std::vector<Journal> journals;
  for (unsigned i = 0;; ++i) {
    const fs::path file = journal_file(folder, i);
    std::error_code error;
    if (!fs::exists(file, error)) return journals;
    const JournalHead* head = map_head(file);
    if (head == nullptr) continue;
    const JournalSpan& span = head->span();
    const std::uint64_t begin = span.begin, end = span.end.load(std::memory_order_acquire);
    journals.push_back({file,
                        static_cast<ProcessState>(head->state.load(std::memory_order_acquire)),
                        static_cast<pid_t>(head->process), kHeadBytes + begin, end - begin,
                        head->live.host_time()});
    unmap_head(head);
  }
}

void visit_records(const Journal& journal, const std::function<void(std::string_view)>& visit) {
  std::ifstream stream(journal.file, std::ios::binary);
  stream.seekg(static_cast<std::streamoff>(journal.record_begin));
  std::string record;
  std::uint64_t left = journal.record_bytes, length = 0;
  while (left >= sizeof length) {
    stream.read(reinterpret_cast<char*>(&length), sizeof length);
    left -= sizeof length;
    if (!stream || length > left) return;
    record.resize(length);
    stream.read(record.data(), static_cast<std::streamsize>(length));
    if (!stream) return;
    left -= length;
    visit(record);
  }
}

JournalWatch::JournalWatch(fs::path folder) : folder_(std::move(folder)) {}

JournalWatch::~JournalWatch() {
  for (const JournalHead* head : heads_) unmap_head(head);
}

JournalWatch::Sum JournalWatch::sum() {
  while (const JournalHead* head =
             map_head(journal_file(folder_, static_cast<unsigned>(heads_.size())))) {
    heads_.push_back(head);
  }
  Sum sum;
  for (const JournalHead* head : heads_) {
    const LiveCounters& live = head->live;
    ++sum.processes;
    sum.launches += live.launches.load(std::memory_order_relaxed);
    sum.blocks_done += live.blocks_done.load(std::memory_order_relaxed);
    sum.blocks_total += live.blocks_total.load(std::memory_order_relaxed);
    sum.cycles += live.cycles.load(std::memory_order_relaxed);
    sum.warp_instructions += live.warp_instructions.load(std::memory_order_relaxed);
  }
  return sum;
}

}  // namespace heddle::sim
