#include "study/sweep/slurm.hpp"

#include <algorithm>
#include <charconv>
#include <string_view>

#include <fmt/core.h>

#include "cc/options/words.hpp"
#include "heddle/base/error.hpp"
#include "heddle/base/text/words.hpp"
#include "jobs/processes/answer.hpp"

namespace heddle::study::slurm {
namespace {

/// Runs a command. The answer has its standard output and its error output.
jobs::Answer ask(const std::vector<std::string>& words) {
  return jobs::ask_shell(cc::shell_line(words) + " 2>&1");
}

[[noreturn]] void refuse(const std::string& command, const jobs::Answer& answer) {
  if (answer.exit_code == 127)
    fail("there is no {}: heddle submits to Slurm by its commands, on a host that has them",
         command);
  fail("{} said: {}", command, answer.text);
}

/// The number in the line "KEY   = VALUE" of the text. Throws Error if there is no such line.
std::size_t configured(const std::string& text, std::string_view key) {
  const std::size_t line = ("\n" + text).find(fmt::format("\n{} ", key));
  if (line == std::string::npos) fail("scontrol show config has no line {}", key);
  const std::size_t at = text.find_first_of("0123456789", text.find('=', line));
  std::size_t value = 0;
  if (at != std::string::npos) std::from_chars(text.data() + at, text.data() + text.size(), value);
  return value;
}

/// Adds the number of at most six digits that the text is. Returns false for another text.
bool add_number(std::vector<std::uint64_t>& numbers, std::string_view text) {
  constexpr std::size_t kMostDigits = 6;
  if (text.empty() || text.size() > kMostDigits) return false;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), numbers.emplace_back());
  return error == std::errc() && end == text.data() + text.size();
}

}  // namespace

std::size_t most_tasks() {
  const jobs::Answer answer = ask({"scontrol", "show", "config"});
  if (answer.exit_code != 0) refuse("scontrol", answer);
  // The number of a task must be below MaxArraySize. Each task counts as a job.
  const std::size_t array = configured(answer.text, "MaxArraySize");
  const std::size_t jobs = configured(answer.text, "MaxJobCount");
  const std::size_t most = std::min(array == 0 ? 0 : array - 1, jobs);
  if (most == 0) fail("this cluster takes no arrays of jobs: its MaxArraySize is {}", array);
  return most;
}

Exhausted exhausted(std::string_view log) {
  if (log.find("DUE TO TIME LIMIT") != std::string_view::npos) return Exhausted::time;
  for (const std::string_view mark : {"oom_kill event", "OOM Killed", "memory limit"})
    if (log.find(mark) != std::string_view::npos) return Exhausted::memory;
  return Exhausted::nothing;
}

std::optional<std::uint64_t> parse_time(std::string_view text) {
  const std::size_t dash = text.find('-');
  const bool has_days = dash != std::string_view::npos;
  std::vector<std::uint64_t> numbers;
  for (const std::string& piece : split_at(has_days ? text.substr(dash + 1) : text, ':'))
    if (!add_number(numbers, piece)) return std::nullopt;
  std::vector<std::uint64_t> days;
  if (has_days && (!add_number(days, text.substr(0, dash)) || numbers.size() != 3))
    return std::nullopt;
  std::uint64_t seconds = has_days ? days.front() * 86'400 : 0;
  if (numbers.size() == 1) {
    seconds = numbers[0] * 60;
  } else if (numbers.size() == 2) {
    seconds = numbers[0] * 60 + numbers[1];
  } else if (numbers.size() == 3) {
    seconds += numbers[0] * 3600 + numbers[1] * 60 + numbers[2];
  } else {
    return std::nullopt;
  }
  return seconds == 0 ? std::nullopt : std::optional(seconds);
}

std::string time_text(std::uint64_t seconds) {
  return fmt::format("{}-{:02}:{:02}:{:02}", seconds / 86'400, seconds / 3600 % 24,
                     seconds / 60 % 60, seconds % 60);
}

std::string submit(const ArrayJob& job, const JobChoice& choice) {
  const std::string throttle = choice.at_once == 0 ? "" : fmt::format("%{}", choice.at_once);
  std::vector<std::string> words = {
      "sbatch", "--parsable", fmt::format("--array=1-{}{}", job.tasks, throttle),
      "--job-name=" + job.name, "--output=" + (job.folder / "%a.log").string()};
  if (choice.limits.seconds != 0) words.push_back("--time=" + time_text(choice.limits.seconds));
  if (choice.limits.bytes != 0)
    words.push_back(fmt::format("--mem={}K", (choice.limits.bytes + 1023) / 1024));
  if (!choice.partition.empty()) words.push_back("--partition=" + choice.partition);
  if (!choice.account.empty()) words.push_back("--account=" + choice.account);
  words.insert(words.end(), choice.options.begin(), choice.options.end());
  words.push_back(job.script.string());
  const jobs::Answer answer = ask(words);
  // The last line is "123" or "123;cluster". Warnings may precede it.
  const std::string last = answer.text.substr(answer.text.rfind('\n') + 1);
  const std::string number = last.substr(0, last.find(';'));
  const bool is_number =
      !number.empty() && number.find_first_not_of("0123456789") == std::string::npos;
  if (answer.exit_code != 0 || !is_number) refuse("sbatch", answer);
  return number;
}

std::optional<Queue> queue(const std::string& job) {
  const jobs::Answer answer =
      ask({"squeue", "--noheader", "--array", "--jobs=" + job, "--format=%T"});
  // Some time after a job has ended, Slurm no longer knows it.
  if (answer.text.find("Invalid job id") != std::string::npos) return Queue();
  if (answer.exit_code != 0) return std::nullopt;
  Queue queue;
  for (std::size_t begin = 0; begin < answer.text.size();) {
    const std::size_t end = std::min(answer.text.find('\n', begin), answer.text.size());
    const std::string_view state = std::string_view(answer.text).substr(begin, end - begin);
    ++(state.starts_with("PENDING") ? queue.waiting : queue.running);
    begin = end + 1;
  }
  return queue;
}

}  // namespace heddle::study::slurm
