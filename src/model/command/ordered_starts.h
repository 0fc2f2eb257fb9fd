// Hands commands to devices that order work themselves (backend::WorkOrder).
#pragma once

#include "model/command/command.h"

namespace cleave::model::command {

/// Submits commands that are ready, and those that become so since they follow them, in one span
/// for each device, and before each of them the copies of what it reads. Adds to `others` what has
/// to be started otherwise: the device cannot make all of these copies, or a command before it has
/// failed. No lock is held and no thread waits while user code runs.
void submit_in_order(ReadyList& ready, ReadyList& others);

}  // namespace cleave::model::command
