#!/usr/bin/python3
"""Runs functions of OpenCV on OpenCL (UMat) and compares their results with those of its own CPU code.

usage: opencv_pictures.py [SIZE]         the height of the pictures, 240 by default

Exits with 1 where results are further apart than OpenCV's own rounding explains, with 77 where OpenCV is
missing. The optical flow reads images that OpenCV makes over buffers, with a linear sampler.
"""
import os
import sys
import time

# Cleave's device is a CPU, which OpenCV takes only where it is told to.
os.environ.setdefault("OPENCV_OPENCL_DEVICE", ":CPU:")

try:
    import cv2
    import numpy
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)

HEIGHT = int(sys.argv[1]) if len(sys.argv) > 1 else 240
WIDTH = HEIGHT * 4 // 3


def picture(seed):
    """Smooth spots of several sizes, in three colours, with some noise."""
    random = numpy.random.default_rng(seed)
    layers = [cv2.resize(random.random((HEIGHT // step, WIDTH // step, 3)), (WIDTH, HEIGHT)) for step in (40, 12, 5)]
    return numpy.clip(255 * sum(layers) / 3 + random.normal(0, 4, (HEIGHT, WIDTH, 3)), 0, 255).astype(numpy.uint8)


PICTURE = picture(1)
GRAY = cv2.cvtColor(PICTURE, cv2.COLOR_BGR2GRAY)
ROTATION = cv2.getRotationMatrix2D((WIDTH / 2, HEIGHT / 2), 20, 1.1)
# The next picture of a film: everything has moved by 3.4 and -1.7 pixels.
MOVE = numpy.array([[1, 0, 3.4], [0, 1, -1.7]])
MOVED = cv2.warpAffine(GRAY, MOVE, (WIDTH, HEIGHT), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REFLECT)
POINTS = cv2.goodFeaturesToTrack(GRAY, 200, 0.01, 8)
KERNEL = numpy.ones((5, 5), numpy.uint8)


INNER = ((POINTS > 20) & (POINTS < (WIDTH - 20, HEIGHT - 20))).all(axis=2).ravel()


def flow(gray):
    """Returns where the points went that do not leave the picture; infinitely far where they were not found."""
    to, found, _ = cv2.calcOpticalFlowPyrLK(gray, like(gray, MOVED), like(gray, POINTS), None, winSize=(21, 21))
    to, found = on_host(to).reshape(-1, 2), on_host(found).ravel() == 1
    return numpy.where(found[:, None], to, numpy.inf)[INNER]


def flow_error(to):
    return numpy.abs(to - POINTS.reshape(-1, 2)[INNER] - MOVE[:, 2]).max()


def pipeline(picture):
    """Several functions whose pictures stay on the device."""
    small = cv2.resize(cv2.GaussianBlur(picture, (7, 7), 1.5), (WIDTH * 3 // 5, HEIGHT * 3 // 5))
    turned = cv2.warpAffine(small, ROTATION, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REPLICATE)
    return cv2.cvtColor(turned, cv2.COLOR_BGR2GRAY)


# A function of a picture, the picture, how far apart samples may be.
CASES = [
    ("resize", lambda x: cv2.resize(x, (WIDTH * 5 // 3, HEIGHT * 4 // 3)), PICTURE, 1),
    ("resize, areas", lambda x: cv2.resize(x, (WIDTH // 2, HEIGHT // 3), interpolation=cv2.INTER_AREA), PICTURE, 1),
    ("warpAffine", lambda x: cv2.warpAffine(x, ROTATION, (WIDTH, HEIGHT)), PICTURE, 1),
    ("warpAffine, cubic", lambda x: cv2.warpAffine(x, ROTATION, (WIDTH, HEIGHT), flags=cv2.INTER_CUBIC), PICTURE, 2),
    ("GaussianBlur", lambda x: cv2.GaussianBlur(x, (9, 9), 2), PICTURE, 1),
    ("cvtColor, gray", lambda x: cv2.cvtColor(x, cv2.COLOR_BGR2GRAY), PICTURE, 1),
    ("cvtColor, HSV", lambda x: cv2.cvtColor(x, cv2.COLOR_BGR2HSV), PICTURE, 1),
    ("cvtColor, Lab", lambda x: cv2.cvtColor(x, cv2.COLOR_BGR2Lab), PICTURE, 1),
    ("erode", lambda x: cv2.erode(x, KERNEL), PICTURE, 0),
    ("Sobel", lambda x: cv2.Sobel(x, cv2.CV_16S, 1, 0), GRAY, 0),
    ("pyrDown", cv2.pyrDown, PICTURE, 1),
    ("pipeline", pipeline, PICTURE, 1),
    ("calcOpticalFlowPyrLK", flow, GRAY, 0.05),
]


def on_host(result):
    return result.get() if isinstance(result, cv2.UMat) else result


def like(other, array):
    return cv2.UMat(array) if isinstance(other, cv2.UMat) else array


def timed(function, argument):
    function(argument)  # compiles
    cv2.ocl.finish()
    start = time.perf_counter()
    result = function(argument)
    cv2.ocl.finish()
    return on_host(result), time.perf_counter() - start


def main():
    cv2.ocl.setUseOpenCL(True)
    device = cv2.ocl.Device_getDefault()
    print(f"device: {device.vendorName()}, {device.name()}, images: {device.imageSupport()}")
    if not cv2.ocl.useOpenCL() or not device.imageSupport():
        sys.exit("OpenCV does not use the device")
    bad = 0
    for name, function, source, bound in CASES:
        ours, seconds = timed(function, cv2.UMat(source))
        cv2.ocl.setUseOpenCL(False)
        theirs, their_seconds = timed(function, source)
        cv2.ocl.setUseOpenCL(True)
        difference = numpy.inf
        if ours.shape == theirs.shape:
            difference = numpy.abs(ours.astype(float) - theirs.astype(float)).max()
        is_right = difference <= bound
        if function is flow:
            print(f"  {len(ours)} points moved, the worst is {flow_error(ours):.3f} pixels off")
            is_right = is_right and flow_error(ours) < 0.2
        bad += not is_right
        print(f"{name}: {'right' if is_right else 'WRONG'}, {difference:.3g} apart,"
              f" {seconds * 1e3:.1f} ms and {their_seconds * 1e3:.1f} ms")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
