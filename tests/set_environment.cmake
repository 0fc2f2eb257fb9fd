# Sets variables for all tests of ctest: none of them finds what an earlier one compiled, and none uses the
# cache of the user who runs them. Tests of the cache turn it on for folders of their own.
set(ENV{CLEAVE_CACHE} 0)

# Under thread sanitizer: a size that cannot be had gives null, children may start threads, and a
# process with workers ends at once.
set(ENV{TSAN_OPTIONS} "allocator_may_return_null=1 die_after_fork=0 atexit_sleep_ms=0")
