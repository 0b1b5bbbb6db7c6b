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
#include "heddle/sim/journal_head.hpp"

namespace heddle::sim {

namespace fs = std::filesystem;

namespace {

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

[[noreturn]] void refuse(const fs::path& file) {
  fail("the journal '{}' is damaged, or of another version of heddle: run the program again",
       file.string());
}

/// False: the process was killed before it had written the head.
bool has_begun(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::uint64_t magic = 0;
  stream.read(reinterpret_cast<char*>(&magic), sizeof magic);
  return stream.gcount() != 0 && magic != 0;
}

}  // namespace

fs::path journal_file(const fs::path& folder, unsigned number) {
  return folder / fmt::format("process-{}.journal", number);
}

JournalHead* map_head(const fs::path& file) {
  const Descriptor descriptor(open(file.c_str(), O_RDWR | O_CLOEXEC));
  if (!descriptor) return nullptr;
  struct stat status{};
  if (fstat(descriptor.get(), &status) != 0 ||
      status.st_size < static_cast<off_t>(kJournalHeadBytes)) {
    return nullptr;
  }
  void* mapped =
      mmap(nullptr, kJournalHeadBytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor.get(), 0);
  if (mapped == MAP_FAILED) return nullptr;
  auto* head = static_cast<JournalHead*>(mapped);
  if (head->magic == kJournalMagic) return head;
  munmap(mapped, kJournalHeadBytes);
  return nullptr;
}

void unmap_head(JournalHead* head) { munmap(head, kJournalHeadBytes); }

void LiveCounters::add(const HostTime& time) {
  const auto increase = [](std::atomic<std::uint64_t>& sum, std::chrono::nanoseconds by) {
    sum.fetch_add(static_cast<std::uint64_t>(by.count()), std::memory_order_relaxed);
  };
  increase(timed_nanoseconds_, time.timed.total);
  for (std::size_t i = 0; i < gpu::kPhases; ++i) {
    increase(sampled_nanoseconds_[i], time.timed.sampled[i]);
  }
  increase(functional_nanoseconds_, time.functional);
  increase(balance_nanoseconds_, time.timed.balance.all);
  for (std::size_t i = 0; i < gpu::ThreadBalance::kThreads.size(); ++i) {
    increase(longest_nanoseconds_[i], time.timed.balance.longest[i]);
  }
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
  time.timed.balance.all = read(balance_nanoseconds_);
  for (std::size_t i = 0; i < gpu::ThreadBalance::kThreads.size(); ++i) {
    time.timed.balance.longest[i] = read(longest_nanoseconds_[i]);
  }
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
  if (!write_at(number, std::string(kJournalHeadBytes, '\0'), 0)) {
    const int error = errno;
    unlink(file_.c_str());
    throw Error(write_failure(file_, error));
  }
  void* mapped = mmap(nullptr, kJournalHeadBytes, PROT_READ | PROT_WRITE, MAP_SHARED, number, 0);
  if (mapped == MAP_FAILED) {
    fail("cannot map '{}': {}", file_.string(), std::strerror(errno));
  }
  head_ = new (mapped)
      JournalHead{kJournalMagic, static_cast<std::uint64_t>(getpid()), {}, {}, {}, {}, {}, {}};
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
  if (!descriptor || !write_at(descriptor.get(), bytes, kJournalHeadBytes + place))
    throw Error(write_failure(file_, errno));
}

void JournalWriter::set_state(ProcessState state) {
  head_->state.store(static_cast<std::uint64_t>(state), std::memory_order_release);
}

LiveCounters& JournalWriter::live() { return head_->live; }

Requests& JournalWriter::requests() { return head_->requests; }

TerminalLine& JournalWriter::terminal_line() { return head_->terminal_line; }

std::vector<Journal> read_journals(const fs::path& folder) {
  std::vector<Journal> journals;
  for (unsigned i = 0;; ++i) {
    const fs::path file = journal_file(folder, i);
    std::error_code error;
    if (!fs::exists(file, error)) return journals;
    JournalHead* head = map_head(file);
    if (head == nullptr && has_begun(file)) refuse(file);
    if (head == nullptr) continue;
    if (head->current.load() >= head->spans.size()) {
      unmap_head(head);
      refuse(file);
    }
    const JournalSpan& span = head->span();
    const std::uint64_t begin = span.begin, end = span.end.load(std::memory_order_acquire);
    journals.push_back({file,
                        static_cast<ProcessState>(head->state.load(std::memory_order_acquire)),
                        static_cast<pid_t>(head->process), kJournalHeadBytes + begin, end - begin,
                        head->live.host_time()});
    unmap_head(head);
  }
}

void visit_records(const Journal& journal, const std::function<void(std::string_view)>& visit) {
  std::ifstream stream(journal.file, std::ios::binary);
  stream.seekg(static_cast<std::streamoff>(journal.record_begin));
  std::string record;
  std::uint64_t left = journal.record_bytes, length = 0;
  while (left != 0) {
    if (left < sizeof length) refuse(journal.file);
    stream.read(reinterpret_cast<char*>(&length), sizeof length);
    left -= sizeof length;
    if (!stream || length > left) refuse(journal.file);
    record.resize(length);
    stream.read(record.data(), static_cast<std::streamsize>(length));
    if (!stream) refuse(journal.file);
    left -= length;
    visit(record);
  }
}

}  // namespace heddle::sim
