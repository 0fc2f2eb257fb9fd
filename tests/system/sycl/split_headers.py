"""Includes each header of sycl_khr_split_headers alone, and uses what the extension says that it declares:
split_headers.py CLANG INCLUDE_FOLDER.

clang itself reads the headers, once for each, where cleave-c++ would read them twice."""
import concurrent.futures
import pathlib
import subprocess
import sys
import tempfile

# The extension's lists: names of sycl::, and statements where a name is none.
DECLARED = {
    "accessor": "accessor host_accessor local_accessor property::no_init no_init target access::target access::placeholder "
                "access_mode access::access_mode read_only read_write write_only read_only_host_task",
    "atomic": "atomic_fence memory_order memory_scope atomic_ref atomic atomic_store atomic_fetch_and",
    "backend": "backend backend_traits backend_input_t backend_return_t get_native make_queue make_buffer make_kernel",
    "bit": "bit_cast",
    "buffer": "buffer buffer_allocator property::buffer::use_host_ptr property::buffer::use_mutex property::buffer::context_bound",
    "builtins_common": "clamp degrees mix step sign",
    "builtins_geometric": "cross dot distance length normalize fast_length",
    "builtins_integer": "abs_diff add_sat clz ctz hadd mad24 mul_hi popcount rotate upsample",
    "builtins_math": "acos sincos rsqrt native::exp half_precision::log",
    "builtins_relational": "isequal isnan any all bitselect select",
    "byte": "byte",
    "context": "context info::context::platform info::context::devices",
    "device": "default_selector_v gpu_selector_v accelerator_selector_v cpu_selector_v aspect_selector device "
              "info::device::name info::local_mem_type info::partition_property aspect",
    "event": "event info::event::command_execution_status info::event_command_status info::event_profiling::command_end",
    "exception": "async_handler exception exception_list errc make_error_code sycl_category",
    "functional": "plus multiplies bit_and bit_or bit_xor logical_and logical_or minimum maximum",
    "group_algorithms": "group_broadcast any_of_group joint_any_of all_of_group joint_all_of none_of_group joint_none_of "
                        "reduce_over_group joint_reduce shift_group_left shift_group_right permute_group_by_xor "
                        "select_from_group exclusive_scan_over_group inclusive_scan_over_group joint_exclusive_scan "
                        "joint_inclusive_scan",
    "groups": "group sub_group device_event group_barrier",
    "half": "half",
    "handler": "handler",
    "hierarchical_parallelism": "private_memory h_item",
    "image": "unsampled_image sampled_image image_allocator property::image::use_host_ptr property::image::use_mutex "
             "property::image::context_bound unsampled_image_accessor sampled_image_accessor host_unsampled_image_accessor "
             "host_sampled_image_accessor property::no_init no_init addressing_mode filtering_mode "
             "coordinate_normalization_mode image_target image_sampler",
    "index_space": "id item nd_item range nd_range",
    "interop_handle": "interop_handle",
    "kernel_bundle": "bundle_state kernel_id kernel device_image kernel_bundle info::kernel::num_args "
                     "info::kernel_device_specific::work_group_size get_kernel_bundle has_kernel_bundle compile link build "
                     "join is_compatible get_kernel_id get_kernel_ids specialization_id",
    "kernel_handler": "kernel_handler",
    "marray": "marray mfloat4 mint2",
    "math": "clamp cross clz acos isnan native::exp half_precision::log",
    "multi_ptr": "multi_ptr access::address_space access::decorated global_ptr raw_private_ptr decorated_local_ptr",
    "platform": "platform info::platform::name",
    "property_list": "property_list",
    "queue": "queue info::queue::context info::queue::device property::queue::in_order property::queue::enable_profiling",
    "reduction": "reduction reducer property::reduction::initialize_to_identity plus",
    "span": "span dynamic_extent",
    "stream": "stream_manipulator flush endl setprecision setw stream",
    "type_traits": "is_property is_property_v is_property_of is_property_of_v is_group is_group_v is_device_copyable "
                   "any_device_has any_device_has_v all_devices_have all_devices_have_v remove_decoration known_identity "
                   "known_identity_v has_known_identity has_known_identity_v",
    "usm": "usm::alloc usm_allocator malloc_device aligned_alloc_host malloc get_pointer_type",
    "vec": "rounding_mode elem vec float4 int2",
    "version": "",
}
MACROS = ("SYCL_KHR_SPLIT_HEADERS", "SYCL_LANGUAGE_VERSION", "SYCL_BACKEND_OPENCL", "SYCL_EXT_ONEAPI_BFLOAT16")

clang, folder = sys.argv[1], pathlib.Path(sys.argv[2])


def text_of(name):
    lines = [f"#include <sycl/khr/split_headers/{name}.hpp>"]
    for macro in MACROS:
        lines.append(f"#ifndef {macro}\n#error {macro} is not defined\n#endif")
    for number, declared in enumerate(DECLARED[name].split()):
        scope, _, last = f"sycl::{declared}".rpartition("::")
        lines.append(f"namespace use_{number} {{ using {scope}::{last}; }}")
    if name == "exception":
        lines.append("static_assert(std::is_error_code_enum<sycl::errc>::value, \"\");")
    return "\n".join(lines) + "\n"


def problem_of(name):
    with tempfile.TemporaryDirectory() as temporary:
        source = pathlib.Path(temporary) / "alone.cc"
        source.write_text(text_of(name))
        command = [clang, "-std=c++17", "-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Werror", "-Wno-deprecated-declarations",
                   f"-isystem{folder}", "-fsyntax-only", source]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        return result.stderr if result.returncode != 0 else ""


present = sorted(path.stem for path in (folder / "sycl" / "khr" / "split_headers").glob("*.hpp"))
if present != sorted(DECLARED):
    sys.exit(f"headers and lists differ: {sorted(set(present) ^ set(DECLARED))}")
with concurrent.futures.ThreadPoolExecutor(2) as pool:
    problems = dict(zip(present, pool.map(problem_of, present)))
failed = [name for name in present if problems[name]]
for name in failed:
    print(f"{name}.hpp:\n{problems[name]}")
if failed:
    sys.exit(f"of {len(present)} headers, these do not declare what they should: {', '.join(failed)}")
print(f"{len(present)} headers declare what they should")
