// Copies what a command reads to the memory where it runs, before the command starts.
#pragma once

#include <vector>

#include "backend/resources.h"
#include "model/command/command.h"
#include "model/memory/storage.h"

namespace cleave::model::command {

/// The migrations of one command that the host orders, object by object, copy by copy: it owns
/// itself until the command starts, or ends because a copy failed. While it waits for a copy or for
/// the migration of another command it holds no storage, so that commands which need the same ones
/// cannot wait for each other. The accesses of the command begin when all that it reads is current:
/// one that fails before has claimed nothing.
class Migration final : private backend::Listener {
 public:
  /// Precondition: Command::try_accesses() was false.
  static void begin(Command& command);

 private:
  explicit Migration(Command& command) : command_(command) {}
  [[nodiscard]] const ObjectAccess& access() const {
    return command_.work_.accesses[access_index_];
  }
  /// Goes on with the next access until copies have to be waited for.
  void advance();
  void submit_copy();
  /// Ends the copies of the access, of which so many were made.
  [[nodiscard]] cl_int end_copies(size_t made, cl_int status) noexcept;
  void started() noexcept override {}
  void completed(cl_int status) noexcept override;
  /// Starts the command, or ends it with an error. Nothing of this is there afterwards.
  void finish(cl_int status);

  Command& command_;
  size_t access_index_ = 0;
  std::vector<memory::Storage::MigrationCopy> copies_;  // for the access
  size_t copy_index_ = 0;
};

}  // namespace cleave::model::command
