#!/usr/bin/python3
"""Runs ffmpeg's OpenCL filters and compares their pictures with those of its software filters.

usage: ffmpeg_filters.py [WORD...]        only the cases that have one of the words in their names

Both pictures of a case come from one run of ffmpeg, from the same frames. Where the two filters are defined
differently, numpy computes what the OpenCL filter's kernel says. Exits with 1 where samples are further
apart than the case allows, with 77 where numpy is missing.
"""
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Callable

from numpy_or_skip import numpy

# Half of it is odd, so that no plane fills its last work-groups. The OpenCL filters take even sizes only.
WIDTH, HEIGHT = 322, 182
FRAMES = 3

MIRROR_SOURCE = """
kernel void mirror(write_only image2d_t to, uint frame, read_only image2d_t from) {
  const sampler_t sampler = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  const int2 mirrored = (int2)(get_image_width(from) - 1 - at.x, at.y);
  write_imagef(to, at, (float4)(1, 1, 1, 1) - read_imagef(from, sampler, mirrored));
}
"""


@dataclass
class Case:
    """Frames of a format that go through a chain of OpenCL filters and through one of software filters."""

    name: str
    format: str
    hardware: str
    software: str = "null"
    # Computes the planes of the right result from the software chain's.
    reference: Callable = None
    # The format that the OpenCL filters give, where it is another one.
    result: str = None
    # So many frames are compared.
    frames: int = FRAMES
    # Pixels along the edges that are not compared: what lies outside is defined differently there.
    margin: int = 0
    # How far apart samples may be, in steps of the format.
    bound: int = 1
    # Chains that make the further inputs of filters with several, from the same picture.
    others: tuple = ()
    # Filters that change the picture first.
    before: str = "noise=alls=12:all_seed=7,"
    # The size of the result, if the filters change it.
    size: tuple = (WIDTH, HEIGHT)


def each(of_plane):
    """A reference that computes one plane after another."""
    return lambda planes: [of_plane(plane) for plane in planes]


def sharpened(plane):
    """unsharp_opencl=5:5:1.5: a bell curve of its own, where the software filter blurs by repeated sums."""
    weights = numpy.exp(-16 * (numpy.arange(-2, 3) / 5) ** 2)
    weights /= weights.sum()
    height, width = plane.shape[1:3]
    padded = numpy.pad(plane, ((0, 0), (2, 2), (2, 2), (0, 0)), "edge")
    rows = sum(weights[i] * padded[:, i : i + height] for i in range(5))
    blurred = sum(weights[i] * rows[:, :, i : i + width] for i in range(5))
    return numpy.clip(plane + 1.5 * (plane - blurred), 0, 255)


def denoised(plane):
    """nlmeans_opencl=s=4:p=3:r=5: patches of 2 x 2 and not 3 x 3, and edges repeated."""
    height, width = plane.shape[1:3]
    padded = numpy.pad(plane, ((0, 0), (2, 2), (2, 2), (0, 0)), "edge")
    total, weights = plane.astype(float), numpy.ones(plane.shape)
    for dy in range(5):
        for dx in range(5):
            if (dx, dy) == (2, 2):
                continue
            other = padded[:, dy : dy + height, dx : dx + width]
            squares = (plane - other) ** 2
            patches = numpy.zeros(plane.shape)
            # Sums of an integral image between corners one pixel away: without its first row and column.
            patches[:, 1:-1, 1:-1] = sum(
                squares[:, 1 + y : height - 1 + y, 1 + x : width - 1 + x] for y in (0, 1) for x in (0, 1)
            )
            weight = numpy.exp(-patches / 1600)
            weights += weight
            total += weight * other
    return total / weights


def between_four(plane, at_end):
    """Linear reads at corners of pixels, which filters that forget the half of a pixel make."""
    sides = (0, 1) if at_end else (1, 0)
    padded = numpy.pad(plane, ((0, 0), sides, sides, (0, 0)), "edge")
    return (padded[:, 1:, 1:] + padded[:, :-1, 1:] + padded[:, 1:, :-1] + padded[:, :-1, :-1]) / 4


def remapped(plane):
    """remap_opencl=linear of a picture turned upside down."""
    return between_four(plane, at_end=True)


def still(plane):
    """deshake_opencl of a film in which nothing moves."""
    return between_four(plane, at_end=False)


def toned(planes):
    """tonemap_opencl=hable:desat=0:peak=10 of the first frame, whose peak and average are the options'."""
    luma, chroma = (plane / 65535 * 255 for plane in planes)
    y = (luma[..., 0] - 16) / 219
    u, v = ((chroma[..., i] - 128).repeat(2, axis=1).repeat(2, axis=2) / 224 for i in (0, 1))
    red, green, blue = 0.2627, 0.6780, 0.0593  # of BT.2020, which stay the primaries
    r, b = y + 2 * (1 - red) * v, y + 2 * (1 - blue) * u
    colours = numpy.stack([r, (y - red * r - blue * b) / green, b])
    root = numpy.maximum(colours, 0) ** (1 / 78.84375)
    ratio = numpy.maximum(root - 0.8359375, 0) / numpy.maximum(18.8515625 - 18.6875 * root, 1e-6)
    light = 100 * ratio ** (1 / 0.1593017578125)

    def hable(x):
        return (x * (x * 0.15 + 0.05) + 0.004) / (x * (x * 0.15 + 0.5) + 0.06) - 0.02 / 0.3

    strongest = numpy.maximum(light.max(axis=0), 1e-6)
    light *= numpy.minimum(hable(strongest) / hable(10), 1) / strongest
    rows, columns = light.shape[2] // 2, light.shape[3] // 2
    mean = light.reshape(3, -1, rows, 2, columns, 2).mean(axis=(3, 5))

    def stored(light):
        red, blue = 0.2126, 0.0722  # of BT.709
        r, g, b = light ** (1 / 2.4)
        y = red * r + (1 - red - blue) * g + blue * b
        return 219 * y + 16, 112 * (b - y) / (1 - blue) + 128, 112 * (r - y) / (1 - red) + 128

    return [stored(light)[0][..., None], numpy.stack(stored(mean)[1:], axis=-1)]


def cases(folder):
    for pixels in ("yuv420p", "nv12", "p010le", "gray16le", "rgba"):
        # The software filter knows no pixels of several components: it blurs planes of the same samples.
        apart = {"nv12": "format=yuv420p,", "p010le": "format=yuv420p10le,", "rgba": "format=gbrap,"}
        bound = 128 if pixels == "p010le" else 1  # a step of 10 bits is 64 there, and the software rounds twice
        yield Case("avgblur", pixels, "avgblur_opencl=3", f"{apart.get(pixels, '')}avgblur=3", margin=3, bound=bound)
    yield Case("boxblur", "yuv420p", "boxblur_opencl=3:2", "boxblur=3:2", margin=6)
    yield Case("unsharp", "yuv420p", "unsharp_opencl=5:5:1.5:5:5:1.5", reference=each(sharpened))
    yield Case("unsharp", "nv12", "unsharp_opencl=5:5:1.5:5:5:1.5", reference=each(sharpened))
    matrices = ":".join(["0 -1 0 -1 5 -1 0 -1 0"] + ["1 1 1 1 1 1 1 1 1"] * 3 + ["1"] + ["0.1111111"] * 3)
    yield Case("convolution", "yuv420p", f"convolution_opencl={matrices}", f"convolution={matrices}", margin=1)
    for name in ("sobel", "prewitt", "roberts"):
        options = "=scale=0.5:delta=3"
        yield Case(name, "yuv420p", f"{name}_opencl{options}", name + options, margin=1)
    yield Case("erosion", "yuv420p", "erosion_opencl", "erosion", bound=0)
    yield Case("dilation", "yuv420p", "dilation_opencl=coordinates=90", "dilation=coordinates=90", bound=0)
    yield Case("nlmeans", "yuv420p", "nlmeans_opencl=s=4:p=3:r=5", reference=each(denoised))
    for direction, pixels in enumerate(("yuv420p", "nv12", "p010le", "rgba")):
        yield Case(
            f"transpose {direction}",
            pixels,
            f"transpose_opencl={direction}",
            f"transpose={direction}",
            bound=0,
            size=(HEIGHT, WIDTH),
        )
    yield Case("pad", "rgba", "pad_opencl=400:240:20:30:0x204060", "pad=400:240:20:30:0x204060", size=(400, 240))
    small = "scale=101:81,format=yuva444p,geq=lum='lum(X,Y)':cb='cb(X,Y)':cr='cr(X,Y)':a='2*X'"
    for kind, other in (("", "scale=101:81"), (" with alpha", small)):
        yield Case(
            "overlay" + kind, "yuv444p", "overlay_opencl=20:30", "overlay=20:30:format=yuv444", others=(other,)
        )
    for transition in ("fade", "wipeleft", "slideright"):
        options = f"transition={transition}:duration=0.16:offset=0"
        yield Case(f"xfade {transition}", "yuv444p", f"xfade_opencl={options}", f"xfade={options}", others=("negate",))
    # Distances of colours are not divided by the length of the diagonal of all.
    yield Case("colorkey", "rgba", "colorkey_opencl=blue:0.6928:0.3464", "colorkey=blue:0.4:0.2")
    places = "format=gray16le,geq=lum='{}'"
    maps = (places.format("W-1-X"), places.format("H-1-Y"))
    yield Case("remap near", "yuv444p", "remap_opencl=near", "remap", others=maps)
    yield Case("remap linear", "yuv444p", "remap_opencl", "remap", each(remapped), others=maps, margin=1)
    (folder / "mirror.cl").write_text(MIRROR_SOURCE)
    own = f"program_opencl=source={folder}/mirror.cl:kernel=mirror"
    yield Case("program", "gray", own, "hflip,negate", bound=0)
    yield Case("program", "gray16le", own, "hflip,negate", bound=0)
    # Its effect on later frames depends on which work-item is the last one of a frame.
    yield Case(
        "tonemap",
        "p010le",
        "tonemap_opencl=hable:desat=0:peak=10:t=bt709:m=bt709:p=bt2020:r=tv:format=nv12",
        reference=toned,
        before="noise=alls=12:all_seed=7,setparams=range=tv:colorspace=bt2020nc"
        ":color_primaries=bt2020:color_trc=smpte2084,",
        result="nv12",
        frames=1,
    )
    # Its kernel writes outside of a buffer where sizes are no multiples of 8.
    yield Case(
        "deshake",
        "yuv420p",
        "deshake_opencl=adaptive_crop=0",
        bound=10,  # it finds that things move by some hundredths of a pixel
        reference=each(still),
        before="scale=320:184,noise=alls=40:all_seed=7,gblur,loop=-1:1,",
        size=(320, 184),
    )


def run(case, folder):
    count = len(case.others)
    # Two filters for each input: to the device, and to the software's chain.
    graph = f"testsrc2=s={WIDTH}x{HEIGHT},format=yuv420p,{case.before}format={case.format}"
    graph += f",split={2 + 2 * count}[h0][s0]" + "".join(f"[x{i}][y{i}]" for i in range(count)) + ";"
    for i, other in enumerate(case.others):
        graph += f"[x{i}]{other},hwupload[h{i + 1}];[y{i}]{other}[s{i + 1}];"
    further = [f"[{{}}{i + 1}]" for i in range(count)]
    graph += "[h0]hwupload[u];[u]" + "".join(name.format("h") for name in further)
    graph += f"{case.hardware},hwdownload,format={case.result or case.format}[hardware];"
    graph += "[s0]" + "".join(name.format("s") for name in further)
    graph += f"{case.software},format={case.format}[software]"
    outputs = []
    for name in ("hardware", "software"):
        outputs += ["-map", f"[{name}]", "-frames:v", str(FRAMES), "-f", "rawvideo", str(folder / name)]
    subprocess.run(
        ["ffmpeg", "-nostdin", "-hide_banner", "-loglevel", "error", "-y", "-filter_complex_threads", "1"]
        + ["-init_hw_device", "opencl=device:0.0", "-filter_hw_device", "device"]
        + ["-filter_complex", graph, *outputs],
        check=True,
    )
    return planes(case.result or case.format, folder / "hardware", *case.size), planes(
        case.format, folder / "software", *case.size
    )


def planes(format, path, width, height):
    """The planes of a file of raw frames: arrays of frames, rows, columns and components."""
    kind = numpy.dtype("<u2" if format.endswith("le") else "u1")
    small = ((height + 1) // 2, (width + 1) // 2)
    shapes = {
        "yuv420p": [(height, width, 1), (*small, 1), (*small, 1)],
        "yuv444p": [(height, width, 1)] * 3,
        "nv12": [(height, width, 1), (*small, 2)],
        "p010le": [(height, width, 1), (*small, 2)],
        "gray": [(height, width, 1)],
        "gray16le": [(height, width, 1)],
        "rgba": [(height, width, 4)],
    }[format]
    sizes = [int(numpy.prod(shape)) for shape in shapes]
    frames = numpy.fromfile(path, kind).astype(int).reshape(FRAMES, sum(sizes))
    starts = numpy.cumsum([0, *sizes])
    return [frames[:, at : at + size].reshape(FRAMES, *shape) for at, size, shape in zip(starts, sizes, shapes)]


def difference(case, folder):
    """The largest difference of two samples, within the margin."""
    hardware, software = run(case, folder)
    right = case.reference(software) if case.reference else software
    inner = slice(case.margin, -case.margin or None)
    worst = 0
    for ours, plane in zip(hardware, right):
        worst = max(worst, numpy.abs(ours - plane)[: case.frames, inner, inner].max())
    return worst


def main():
    words = sys.argv[1:]
    bad = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for case in cases(folder):
            if words and not any(word in case.name for word in words):
                continue
            apart = difference(case, folder)
            # numpy's results are not rounded to whole numbers.
            is_right = apart < case.bound + (0.6 if case.reference else 1)
            bad += not is_right
            print(f"{case.name}, {case.format}: {'right' if is_right else 'WRONG'}, {apart:.3g} apart", flush=True)
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
