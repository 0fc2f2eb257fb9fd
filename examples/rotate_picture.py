#!/usr/bin/python3
"""Turns a picture and makes it larger or smaller: an image, and a sampler that mixes the four texels
around each place. numpy does the same and compares. Writes what comes out to a .ppm file.

usage: rotate_picture.py FILE.ppm [DEGREES [WIDTH HEIGHT]]      turned to the left, about its middle
"""
import sys

from common import cl, first_device, np

SOURCE = """
// Places outside of the picture are black.
constant sampler_t bilinear =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_LINEAR;

// turn: cosine and sine of the angle, each times the texels of the source per texel of the result.
kernel void rotate_picture(read_only image2d_t from, write_only image2d_t to, float2 turn) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  const float2 size = (float2)(get_image_width(to), get_image_height(to));
  const float2 offset = convert_float2(at) + 0.5f - 0.5f * size;
  const float2 middle = 0.5f * (float2)(get_image_width(from), get_image_height(from));
  const float2 place = middle + (float2)(offset.x * turn.x - offset.y * turn.y,
                                         offset.x * turn.y + offset.y * turn.x);
  write_imagef(to, at, read_imagef(from, bilinear, place));
}
"""
GREATEST = 16384  # what a device of the full profile must take


def draw(width, height):
    """A board of squares, each with colours that change across it, as rows of texels of four bytes."""
    y, x = np.mgrid[0:height, 0:width]
    is_light = (x // 40 + y // 40) % 2
    channels = [x % 40 * 6, y % 40 * 6, 80 + 120 * is_light, np.full_like(x, 255)]
    return np.stack(channels, axis=2).astype(np.uint8)


def rotate_on_host(picture, turn, width, height):
    rows, columns = picture.shape[:2]
    y, x = np.mgrid[0:height, 0:width] + 0.5
    x, y = x - width / 2, y - height / 2
    # From the corner to the middle of the first texel is half a texel.
    column = columns / 2 + x * turn[0] - y * turn[1] - 0.5
    row = rows / 2 + x * turn[1] + y * turn[0] - 0.5
    left, top = np.floor(column).astype(int), np.floor(row).astype(int)
    right_share, bottom_share = (column - left)[:, :, None], (row - top)[:, :, None]
    framed = np.pad(picture.astype(float), ((1, 1), (1, 1), (0, 0)))

    def texels(down, along):
        return framed[np.clip(top + down + 1, 0, rows + 1), np.clip(left + along + 1, 0, columns + 1)]

    above = texels(0, 0) * (1 - right_share) + texels(0, 1) * right_share
    below = texels(1, 0) * (1 - right_share) + texels(1, 1) * right_share
    return above * (1 - bottom_share) + below * bottom_share


def arguments():
    words = sys.argv[1:]
    try:
        degrees = float(words[1]) if len(words) > 1 else 30.0
        width, height = (int(word) for word in words[2:]) if len(words) > 2 else (800, 600)
        sizes_are_right = 1 <= width <= GREATEST and 1 <= height <= GREATEST
    except ValueError:
        sizes_are_right = False
    if not words or not sizes_are_right:
        sys.exit(f"rotate_picture.py FILE.ppm [DEGREES [WIDTH HEIGHT]], sizes from 1 to {GREATEST}")
    return words[0], degrees, width, height


def main():
    path, degrees, width, height = arguments()
    device = first_device()
    if not device.image_support:
        sys.exit(f"{device.name.strip()} has no images")
    context = cl.Context([device])
    queue = cl.CommandQueue(context)

    picture = draw(480, 320)
    # The largest that fits into the result while it is not turned.
    scale = max(picture.shape[1] / width, picture.shape[0] / height)
    turn = scale * np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))])
    format = cl.ImageFormat(cl.channel_order.RGBA, cl.channel_type.UNORM_INT8)
    flags = cl.mem_flags
    # pyopencl gives sizes as OpenCL does, width first; numpy's shapes begin with the rows.
    source = cl.Image(
        context, flags.READ_ONLY | flags.COPY_HOST_PTR, format, shape=picture.shape[1::-1], hostbuf=picture
    )
    target = cl.Image(context, flags.WRITE_ONLY, format, shape=(width, height))
    kernel = cl.Program(context, SOURCE).build().rotate_picture
    kernel(queue, (width, height), None, source, target, turn.astype(np.float32))
    rotated = np.empty((height, width, 4), dtype=np.uint8)
    cl.enqueue_copy(queue, rotated, target, origin=(0, 0), region=(width, height))

    # Half way between two numbers either may come out, and places are floats here, doubles there.
    difference = np.abs(rotated - rotate_on_host(picture, turn, width, height))
    wrong = int((difference > 1).sum())
    with open(path, "wb") as file:
        file.write(b"P6\n%d %d\n255\n" % (width, height) + rotated[:, :, :3].tobytes())
    print(f"{width} x {height} texels, turned by {degrees:g} degrees, {wrong} channels wrong, in {path}")
    sys.exit(0 if wrong == 0 else 1)


main()
