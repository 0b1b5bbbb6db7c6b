#include "study/sweep/slurm.hpp"

#include <algorithm>
#include <charconv>
#include <string_view>

#include <fmt/core.h>

#include "cc/options/words.hpp"
#include "heddle/base/error.hpp"
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

std::string submit(const ArrayJob& job) {
  std::vector<std::string> words = {"sbatch", "--parsable", fmt::format("--array=1-{}", job.tasks),
                                    "--job-name=" + job.name,
                                    "--output=" + (job.folder / "%a.log").string()};
  words.insert(words.end(), job.options.begin(), job.options.end());
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
