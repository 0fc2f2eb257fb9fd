#include "seed.h"

#include <algorithm>
#include <memory>
#include <thread>

#include "calls.h"
#include "scene.h"

namespace cleave::test::fuzz::api {
namespace {

/// Few enough that no kind of object has its slots used again within a seed.
constexpr int steps_of_thread = 160;

struct Player {
  Player(World& world, Record& record, unsigned number, uint64_t seed, bool prints)
      : caller(world, record, number, seed, prints) {}
  void begin() { scene = std::make_unique<Scene>(caller); }
  void step() const {
    if (caller.random.chance(45)) {
      scene->step();
    } else {
      act(caller);
    }
  }
  void end() const {
    scene->end();
    caller.may_block();  // others may wait for what this thread would have ended later
  }

  mutable Caller caller;
  std::unique_ptr<Scene> scene;
};

void play_in_threads(std::vector<std::unique_ptr<Player>>& players) {
  std::vector<std::thread> threads;
  for (const auto& player : players) {
    threads.emplace_back([&player] {
      player->begin();
      for (int step = 0; step < steps_of_thread; ++step) player->step();
      player->end();
    });
  }
  for (std::thread& thread : threads) thread.join();
}

void play_in_turn(std::vector<std::unique_ptr<Player>>& players, uint64_t seed) {
  Random random(seed);
  for (const auto& player : players) player->begin();
  const size_t steps = players.size() * steps_of_thread;
  for (size_t step = 0; step < steps; ++step) players[random.below(players.size())]->step();
  for (const auto& player : players) player->end();
}

}  // namespace

bool run_seed(uint64_t seed, const SeedOptions& options, Record& record) {
  World world;
  const unsigned wanted = options.threads != 0 ? options.threads : 2 + seed % 3;
  std::vector<std::unique_ptr<Player>> players;
  for (unsigned number = 0; number < std::min(wanted, most_threads); ++number) {
    players.push_back(std::make_unique<Player>(world, record, number, seed, options.prints));
  }
  if (options.is_single_threaded) {
    play_in_turn(players, seed);
  } else {
    play_in_threads(players);
  }
  world.end();
  ++record.seeds;
  return world.wrong_count() == 0;
}

}  // namespace cleave::test::fuzz::api
