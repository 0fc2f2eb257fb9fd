"""Cleave, an OpenCL driver for processors whose devices can be split, as files beside this one.

pyopencl's wheels find it by themselves. Other loaders are told by two variables: `environment()` has them, and
`python -m cleave_opencl` prints them for a shell. The command `cleave-opencl` is the driver's tool.
"""
import pathlib

_FOLDER = pathlib.Path(__file__).resolve().parent


def driver():
    """The path of the driver, a shared library."""
    return str(_FOLDER / "lib" / "libcleave.so")


def tool():
    """The path of the tool, a program: `cleave info`, `cleave run`, `cleave compile`, …"""
    return str(_FOLDER / "bin" / "cleave")


def environment():
    """The variables by which an ICD loader opens this driver: ocl-icd reads the first, Khronos' loader the second."""
    return {"OCL_ICD_VENDORS": driver(), "OCL_ICD_FILENAMES": driver()}
