// Lists the scenarios that main.cpp runs; each checks and reports by itself.
#pragma once

namespace cleave::test::qemu_numa {

void the_kernel_tells_nodes_apart();
void buffers_lie_on_their_node();
void first_touch_decides_between_parts();
void migration_moves_buffers();
void addressed_memory_lies_as_asked();
void migration_moves_addressed_memory();
void pipes_lie_on_their_node();
void images_lie_on_their_node();
void migration_moves_images();
void kernels_stay_on_their_processors();
void a_processor_goes_away();

}  // namespace cleave::test::qemu_numa
