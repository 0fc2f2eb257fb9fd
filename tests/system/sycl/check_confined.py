"""Watches a SYCL program on parts of the device, or on its slices, from outside, through /proc.

check_confined.py FOLDER_OF_CHECK_CONFINEMENT TOOL PROGRAM [ARGUMENT...]: the program gets the processors of the machine's
units behind its arguments, as the tool `cleave info` tells of them.
"""
import json
import subprocess
import sys

folder, tool, *command = sys.argv[1:]
sys.path.insert(0, folder)
from check_confinement import check_kernels, main  # noqa: E402

shown = subprocess.run([tool, "info", "--json"], capture_output=True, text=True, check=True).stdout
processors = json.loads(shown)["machine"]["processor_of_unit"]
sys.argv[1:] = [*command, *map(str, processors)]
sys.exit(main(__doc__, check_kernels))
