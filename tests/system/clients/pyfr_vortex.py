"""Lets PyFR carry a vortex along on OpenCL, and compares the flow with the exact one.

usage: pyfr_vortex.py

A vortex in a flow without friction keeps its form: after a while it is where the flow has brought it. The
distance from that is integrated by PyFR over the plane, on the host. Exits with 1 where it is too large, or
where the vortex has not moved.
"""
import subprocess
import sys
from pathlib import Path

import numpy

ELEMENTS = 12  # in each direction
HALF_WIDTH = 10
END = 0.5

VORTEX = "(1 - S*S*M*M*(gamma - 1)*exp((1 - {r2})/(R*R))/(8*pi*pi))"
DENSITY = f"pow({VORTEX}, 1/(gamma - 1))"
HERE = "(x*x + y*y)"
# By the squares of distances: from where the vortex began, and from where it ends.
AT_FIRST = DENSITY.format(r2=HERE)
AT_END = DENSITY.format(r2=f"(x*x + (y - {END})*(y - {END}))")

SETTINGS = f"""
[backend]
precision = double
[backend-opencl]
platform-id = cleave
[constants]
gamma = 1.4
S = 13.5
M = 0.4
R = 1.5
[solver]
system = euler
order = 4
[solver-time-integrator]
scheme = rk45
controller = pi
tstart = 0
tend = {END}
dt = 0.02
atol = 1e-7
rtol = 1e-7
[solver-interfaces]
riemann-solver = hllc
[solver-interfaces-line]
flux-pts = gauss-legendre
[solver-elements-quad]
soln-pts = gauss-legendre
[soln-plugin-integrate]
nsteps = 1
file = integrals.csv
header = true
quad-deg = 9
int-mass = rho
int-moved = pow(rho - {AT_FIRST}, 2)
int-error = pow(rho - {AT_END}, 2)
[soln-ics]
rho = {AT_FIRST}
u = S*y*exp((1 - {HERE})/(2*R*R))/(2*pi*R)
v = 1 - S*x*exp((1 - {HERE})/(2*R*R))/(2*pi*R)
p = 1/(gamma*M*M)*pow({VORTEX.format(r2=HERE)}, gamma/(gamma - 1))
"""


def write_mesh(path):
    """A square of squares, in the notation of Gmsh, whose opposite sides are one."""
    ticks = numpy.linspace(-HALF_WIDTH, HALF_WIDTH, ELEMENTS + 1)
    node = lambda i, j: 1 + i + j * (ELEMENTS + 1)
    steps = range(ELEMENTS)
    sides = [(1, node(0, i), node(0, i + 1)) for i in steps]
    sides += [(2, node(ELEMENTS, i), node(ELEMENTS, i + 1)) for i in steps]
    sides += [(3, node(i, 0), node(i + 1, 0)) for i in steps]
    sides += [(4, node(i, ELEMENTS), node(i + 1, ELEMENTS)) for i in steps]
    squares = [(node(i, j), node(i + 1, j), node(i + 1, j + 1), node(i, j + 1)) for j in steps for i in steps]
    elements = [f"1 2 {side} {side} {a} {b}" for side, a, b in sides]
    elements += [f"3 2 5 5 {' '.join(map(str, square))}" for square in squares]
    nodes = [f"{x} {y} 0" for y in ticks for x in ticks]
    numbered = lambda lines: [str(len(lines))] + [f"{number} {line}" for number, line in enumerate(lines, 1)]
    names = ['1 1 "periodic_0_l"', '1 2 "periodic_0_r"', '1 3 "periodic_1_l"', '1 4 "periodic_1_r"', '2 5 "fluid"']
    lines = ["$MeshFormat", "2.2 0 8", "$EndMeshFormat", "$PhysicalNames", "5", *names, "$EndPhysicalNames"]
    lines += ["$Nodes", *numbered(nodes), "$EndNodes", "$Elements", *numbered(elements), "$EndElements"]
    path.write_text("\n".join(lines) + "\n")


def pyfr(*words):
    subprocess.run([sys.executable, "-m", "pyfr", *words], check=True)


def main():
    write_mesh(Path("plane.msh"))
    Path("vortex.ini").write_text(SETTINGS)
    pyfr("import", "plane.msh", "plane.pyfrm")
    pyfr("run", "--backend", "opencl", "plane.pyfrm", "vortex.ini")
    integrals = numpy.genfromtxt("integrals.csv", delimiter=",", names=True)
    first, last = integrals[0], integrals[-1]
    lost = abs(last["intmass"] / first["intmass"] - 1)
    print(f"after {len(integrals) - 1} steps to {last['t']}: {lost:.1e} of the mass lost,"
          f" {last['interror']:.2e} from the exact flow, {last['intmoved']:.2e} from the first")
    good = abs(last["t"] - END) < 1e-9 and lost < 1e-9 and last["interror"] < 1e-4 * last["intmoved"]
    print("right" if good else "WRONG")
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
