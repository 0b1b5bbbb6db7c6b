#include "heddle/sim/records/journal.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "heddle/base/error.hpp"
#include "heddle/base/files/descriptor.hpp"
#include "heddle/base/files/file_size_limit.hpp"
#include "heddle/base/files/output_file.hpp"
#include "heddle/base/hash.hpp"
#include "heddle/sim/records/journal_head.hpp"

namespace heddle::sim {

namespace fs = std::filesystem;

namespace {

bool write_at(int descriptor, std::string_view bytes, std::uint64_t offset) {
  const FileSizeLimit limit;
  while (!bytes.empty()) {
    const ssize_t done = pwrite(descriptor, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(done));
    offset += static_cast<std::uint64_t>(done);
  }
  return true;
}

std::span<const std::uint8_t> as_bytes(const void* data, std::size_t count) {
  return {static_cast<const std::uint8_t*>(data), count};
}

RecordFrame frame_of(std::string_view record) {
  RecordFrame frame{.length = record.size()};
  Hash hash;
  hash.add(as_bytes(&frame.length, sizeof frame.length));
  hash.add(as_bytes(record.data(), record.size()));
  frame.check = hash.value();
  return frame;
}

/// The bytes of a record, with its frame before them.
std::string framed(std::string_view record) {
  const RecordFrame frame = frame_of(record);
  std::string bytes(sizeof frame, '\0');
  std::memcpy(bytes.data(), &frame, sizeof frame);
  bytes += record;
  return bytes;
}

[[noreturn]] void refuse(const fs::path& file) {
  fail("the journal '{}' is damaged, or of another version of heddle: run the program again",
       file.string());
}

/// Throws Error unless the path is a regular file. The check comes before opening, because opening
/// a pipe would wait for a writer.
void require_file(const fs::path& file) {
  std::error_code error;
  if (!fs::is_regular_file(file, error)) refuse_special_file(file);
}

/// The end of the name of a journal without a whole head.
constexpr std::string_view kBeginning = ".beginning.journal";

/// Creates a file for a journal that has no number yet. Sets `file` to its path. Returns the
/// descriptor, or a negative number after a failure.
int create_beginning(const fs::path& folder, fs::path& file) {
  for (unsigned i = 0;; ++i) {
    file = folder / fmt::format("process-{}-{}{}", getpid(), i, kBeginning);
    const int number = open(file.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (number >= 0 || errno != EEXIST) return number;
  }
}

/// Renames a file unless the other name exists. Returns whether it did; if not, sets errno.
bool rename_to_new(const fs::path& from, const fs::path& to) {
  if (renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return true;
  if (errno != EINVAL && errno != ENOSYS) return false;
  // Some network file systems cannot rename in this way.
  if (link(from.c_str(), to.c_str()) != 0) return false;
  unlink(from.c_str());
  return true;
}

}  // namespace

fs::path journal_file(const fs::path& folder, unsigned number) {
  return folder / fmt::format("process-{}.journal", number);
}

JournalHead* map_head(const fs::path& file) {
  const Descriptor descriptor(open(file.c_str(), O_RDWR | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (!descriptor || !descriptor.is_regular_file()) return nullptr;
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
  file_ = journal_file(folder_, 0);
  fs::path beginning;
  const int number = create_beginning(folder_, beginning);
  if (number < 0) throw Error(write_failure(file_, errno));
  const Descriptor descriptor(number);
  // Writes the page of the head before mapping it. If the disk had no room for the page, the first
  // access to the mapped memory would kill the process.
  if (!write_at(number, std::string(kJournalHeadBytes, '\0'), 0)) {
    const int error = errno;
    unlink(beginning.c_str());
    throw Error(write_failure(file_, error));
  }
  void* mapped = mmap(nullptr, kJournalHeadBytes, PROT_READ | PROT_WRITE, MAP_SHARED, number, 0);
  if (mapped == MAP_FAILED) {
    fail("cannot map '{}': {}", file_.string(), std::strerror(errno));
  }
  head_ = new (mapped) JournalHead{kJournalMagic,
                                   sealed(static_cast<std::uint64_t>(getpid())),
                                   sealed(0),
                                   sealed(static_cast<std::uint64_t>(ProcessState::running)),
                                   sealed(0),
                                   {},
                                   {},
                                   {},
                                   {}};
  name_file(beginning);
}

/// Gives the file the first free number, which the head has before the file has the name.
void JournalWriter::name_file(const fs::path& beginning) {
  for (unsigned i = 0;; ++i) {
    file_ = journal_file(folder_, i);
    head_->file_number = sealed(i);
    if (rename_to_new(beginning, file_)) return;
    if (errno == EEXIST) continue;
    const int error = errno;
    unlink(beginning.c_str());
    throw Error(write_failure(file_, error));
  }
}

void JournalWriter::set_range(const JournalRange& range) {
  range_begin_ = range.begin;
  range_end_ = range.end;
  head_->set_range(range);
}

void JournalWriter::append(std::string_view record) {
  const std::string bytes = framed(record);
  write(bytes, range_end_);
  set_range({range_begin_, range_end_ + bytes.size()});
}

void JournalWriter::replace(std::span<const std::string> records) {
  std::string bytes;
  for (const std::string& record : records) bytes += framed(record);
  // If there is room before the old records, the new records are written there. So the file does
  // not grow for ever.
  const std::uint64_t begin = bytes.size() <= range_begin_ ? 0 : range_end_;
  write(bytes, begin);
  set_range({begin, begin + bytes.size()});
}

std::uint64_t JournalWriter::record_bytes() const { return range_end_ - range_begin_; }

void JournalWriter::write(std::string_view bytes, std::uint64_t place) {
  window_.write(file_, bytes, kJournalHeadBytes + place);
}

void JournalWriter::set_state(ProcessState state) {
  head_->state.store(sealed(static_cast<std::uint64_t>(state)), std::memory_order_release);
  window_.trim(file_, kJournalHeadBytes + range_end_);
}

LiveCounters& JournalWriter::live() { return head_->live; }

Requests& JournalWriter::requests() { return head_->requests; }

TerminalLine& JournalWriter::terminal_line() { return head_->terminal_line; }

namespace {

/// Reads a journal's head. Returns nothing if the head is damaged.
std::optional<Journal> journal_of(const fs::path& file, const JournalHead& head) {
  const auto process = unsealed(head.process);
  const auto state = unsealed(head.state.load(std::memory_order_acquire));
  const auto range = head.range();
  if (!process || !state || !range) return std::nullopt;
  return Journal{file,
                 static_cast<ProcessState>(*state),
                 static_cast<pid_t>(*process),
                 kJournalHeadBytes + range->begin,
                 range->end - range->begin,
                 head.live.host_time()};
}

/// Throws Error if the head of a journal has another number than the file's name.
void refuse_copy(const fs::path& file, std::uint64_t of_file, std::uint64_t of_head) {
  if (of_file == of_head) return;
  fail("the journal '{}' is that of 'process-{}.journal' under another name: run the program again",
       file.string(), of_head);
}

/// Adds the processes that were killed before their journals had a head.
void add_beginnings(const fs::path& folder, std::vector<Journal>& journals) {
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().filename().string().ends_with(kBeginning))
      journals.emplace_back().file = entry.path();
  }
}

/// Throws Error if the folder has a journal with a number above `count`, but none with this number.
void refuse_gap(const fs::path& folder, unsigned count) {
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    unsigned number = 0;
    const std::string name = entry.path().filename().string();
    if (std::sscanf(name.c_str(), "process-%u.journal", &number) != 1 || number <= count) continue;
    if (entry.path() == journal_file(folder, number))
      fail("the journal '{}' is missing, and '{}' is there: run the program again",
           journal_file(folder, count).string(), name);
  }
}

}  // namespace

std::vector<Journal> read_journals(const fs::path& folder) {
  std::vector<Journal> journals;
  for (unsigned i = 0;; ++i) {
    const fs::path file = journal_file(folder, i);
    std::error_code error;
    if (!fs::exists(file, error)) {
      refuse_gap(folder, i);
      add_beginnings(folder, journals);
      return journals;
    }
    require_file(file);
    JournalHead* head = map_head(file);
    if (head == nullptr) refuse(file);
    const std::optional<Journal> journal = journal_of(file, *head);
    const std::optional<std::uint64_t> number = unsealed(head->file_number);
    unmap_head(head);
    if (!journal || !number) refuse(file);
    refuse_copy(file, i, *number);
    journals.push_back(*journal);
  }
}

void visit_records(const Journal& journal, const std::function<void(std::string_view)>& visit) {
  std::ifstream stream(journal.file, std::ios::binary);
  stream.seekg(static_cast<std::streamoff>(journal.record_begin));
  std::string record;
  std::uint64_t left = journal.record_bytes;
  RecordFrame frame;
  while (left != 0) {
    if (left < sizeof frame) refuse(journal.file);
    stream.read(reinterpret_cast<char*>(&frame), sizeof frame);
    left -= sizeof frame;
    if (!stream || frame.length > left) refuse(journal.file);
    record.resize(frame.length);
    stream.read(record.data(), static_cast<std::streamsize>(frame.length));
    if (!stream || frame_of(record).check != frame.check) refuse(journal.file);
    left -= frame.length;
    visit(record);
  }
}

}  // namespace heddle::sim
