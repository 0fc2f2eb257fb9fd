// Runs seeds in batches, each in a process of its own, and tells which seeds end or hang theirs.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <new>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace cleave::test::fuzz {

/// The arguments that campaigns have in common.
struct CampaignArguments {
  uint64_t first = 0;
  uint64_t last = 999;         // it takes part
  unsigned seconds = 1000000;  // for batches to begin in
  unsigned jobs = 1;           // processes at a time
  std::filesystem::path keep;  // where goes what is wrong; empty: nowhere
  bool ends_at_first = false;  // that is wrong
};

/// Takes the first of the words, which are not empty, with its values, where it is --seeds FIRST
/// LAST, --seconds N, --jobs N, --keep FOLDER or --first. Returns false, and leaves the words as
/// they are, where it is another one. Exits with 2 where a value is missing.
[[nodiscard]] bool take_argument(std::span<char*>& words, CampaignArguments& arguments);

/// Keeps what an application tells the process that watches it, before it may crash. An application
/// that has told nothing has zeros.
struct Progress {
  std::atomic<uint64_t> seed;
  std::atomic<int64_t> began;  // milliseconds of the clock

  void begin(uint64_t number);
};

/// Returns zeroed memory that this process shares with those that it forks. Exits with 2 if there
/// is none.
[[nodiscard]] void* shared_memory(size_t bytes);

/// Makes objects in such memory, which nothing destroys.
template <class T>
[[nodiscard]] T* make_shared(unsigned count) {
  return new (shared_memory(sizeof(T) * count)) T[count]();
}

class Campaign {
 public:
  /// The bounds of one kind of campaign.
  struct Limits {
    uint64_t seeds;        // of a batch
    int64_t longest_seed;  // milliseconds
    int signal = SIGKILL;  // to what hangs
  };

  Campaign(const CampaignArguments& arguments, Limits limits);
  Campaign(const Campaign&) = delete;
  Campaign& operator=(const Campaign&) = delete;
  virtual ~Campaign() = default;

  /// Runs all seeds. Returns how many applications failed.
  [[nodiscard]] unsigned run();

 protected:
  /// The application: works through seeds up to before `end`, and says of each which it is.
  /// Returns 1 if something was wrong, after a line for it, and 0 otherwise.
  [[nodiscard]] virtual int run_batch(unsigned job, uint64_t first, uint64_t end) = 0;
  [[nodiscard]] virtual Progress& progress(unsigned job) = 0;

  /// These functions tell what happened to the application of a job: it begins a seed; it is gone;
  /// it crashed or hung in its seed, as has been told.
  virtual void began(pid_t /*application*/) {}
  virtual void ended(pid_t /*application*/) {}
  virtual void broke(unsigned /*job*/) {}
  /// Looks at what else the applications have begun. Returns true while that is not over.
  [[nodiscard]] virtual bool look_around() { return false; }

  void fail(uint64_t seed, const std::string& what);
  /// Kills the application, and fails its seed; the next seed's where it is none of this campaign.
  void fail_application(pid_t application, const std::string& what);

  [[nodiscard]] const CampaignArguments& arguments() const { return arguments_; }
  [[nodiscard]] uint64_t next_seed() const { return next_; }

 private:
  struct Job {
    pid_t application = 0;
    uint64_t end = 0;        // of its seeds
    uint64_t seen = 0;       // the seed that it was last seen in
    bool is_killed = false;  // by this process, which has told why
  };

  void begin(unsigned job);
  void look_after(unsigned job);
  /// The seeds behind one that ended its application come first: nobody has looked at them.
  [[nodiscard]] std::pair<uint64_t, uint64_t> next_batch();

  const CampaignArguments& arguments_;
  const Limits limits_;
  std::vector<Job> jobs_;
  std::vector<std::pair<uint64_t, uint64_t>> left_;
  uint64_t next_;
  unsigned failures_ = 0;
};

}  // namespace cleave::test::fuzz
