#!/usr/bin/python3
"""Writes the device image of this version that later versions must read: tests/data/device_images/VERSION.image.

    write_release_image.py BUILD      compiles tests/data/device_images/*.cpp by BUILD/bin/cleave-c++

The file is a blob, as clCreateProgramWithIL takes it: the image of kernels.cpp, and behind it that of unit.cpp. A
release makes its own once, and never again: the test device_images.* reads those of all releases.
"""
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "tests/data/device_images"
MAGIC = b"CLEAVEDI"
SIZE_OFFSET = 16  # of the bytes of an image, in its header (src/device_image/image.h)


def version():
    return re.search(r"project\(cleave VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text()).group(1)


def image_of(compiler, source, scratch):
    """Returns the image in the object of a source. No path of this machine comes into it."""
    result = scratch / (source + ".o")
    subprocess.run([compiler, "-std=c++20", "-O2", "-Wall", "-Wextra", "-Werror", "-ffile-prefix-map=" + str(ROOT) + "/=",
                    "-fdebug-compilation-dir=.", "-c", source, "-o", result], cwd=FOLDER, check=True)
    data = result.read_bytes()
    if data.count(MAGIC) != 1:
        sys.exit(f"write_release_image: the object of {source} has {data.count(MAGIC)} images")
    begin = data.index(MAGIC)
    (size,) = struct.unpack_from("<Q", data, begin + SIZE_OFFSET)
    return data[begin:begin + size]


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    compiler = pathlib.Path(sys.argv[1]).resolve() / "bin/cleave-c++"
    with tempfile.TemporaryDirectory() as scratch:
        blob = b"".join(image_of(compiler, source, pathlib.Path(scratch)) for source in ("kernels.cpp", "unit.cpp"))
    target = FOLDER / (version() + ".image")
    target.write_bytes(blob)
    print(f"{target.relative_to(ROOT)}: {len(blob)} bytes")


if __name__ == "__main__":
    main()
