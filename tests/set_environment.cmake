# What ctest sets for all tests: none of them finds what an earlier one compiled, and none uses the
# cache of the user who runs them. Tests of the cache turn it on for folders of their own.
set(ENV{CLEAVE_CACHE} 0)
