"""python -m cleave_opencl: prints shell commands by which OpenCL programs of this shell use the driver."""
import os
import shlex
import sys

from cleave_opencl import environment, tool


def run_tool():
    """The command cleave-opencl: becomes the tool, with the same arguments."""
    os.execv(tool(), ["cleave-opencl", *sys.argv[1:]])


def main():
    if len(sys.argv) > 1:
        sys.exit('usage: eval "$(python -m cleave_opencl)"     (the tool is the command cleave-opencl)')
    for name, value in environment().items():
        print(f"export {name}={shlex.quote(value)}")


if __name__ == "__main__":
    main()
