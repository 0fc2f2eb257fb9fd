#!/usr/bin/env python3
"""Prints how the time to compile a source grows with its size.

usage: measure.py BUILD_FOLDER [SHAPE...]

Each shape is doubled three times; a row has the processor time of `cleave compile` for each size (front end, code of
the main tier; the least of three runs) and the largest factor between neighbours. Times are no tests: the
table goes to docs/BENCHMARKS.md.
"""
import os
import resource
import subprocess
import sys
import tempfile

RUNS = 3


def kernel(body):
    return 'kernel void k(global int* o, global float* f) {\nint i = get_global_id(0); int x = o[i], c = 0; ' \
           'float y = f[i];\n' + body + '\no[i] = x; f[i] = y; }\n'


def lines(count, line):
    return '\n'.join(line(n) for n in range(count))


SHAPES = {  # name: (largest size, source of a size)
    'lines of arithmetic': (10000, lambda n: kernel(lines(n, lambda i: f'y = y * f[{i}] + {i}.25f;'))),
    'calls of sin': (400, lambda n: kernel(lines(n, lambda i: f'y += sin(y * {i}.5f);'))),
    'ifs in a row': (2000, lambda n: kernel(lines(n, lambda i: f'if (x & {i + 1}) x += {i}; else o[{i}] = x;'))),
    'ifs in a branch': (2000, lambda n: kernel('if (x > 3) {' + lines(n, lambda i: f'if (x & {i + 1}) x += {i};') + '}')),
    'else-ifs': (6300, lambda n: kernel(lines(n, lambda i: f'if (x == {3 * i}) o[i] = {i}; else') + ' ;')),
    'cases': (4000, lambda n: kernel('switch (x) {' + lines(n, lambda i: f'case {5 * i}: x = c + {i * i}; break;') + '}')),
    'labels': (2000, lambda n: kernel(lines(
        n, lambda i: f'l{i}: x = x * 3 + {i}; if ((x >> {i % 20} & 1) && c++ < 50) goto l{(i * 7919 + 13) % n};'))),
    'loops in a row': (800, lambda n: kernel(lines(n, lambda i: f'for (int j = 0; j < x; ++j) y += f[j + {i}];'))),
    'loops in loops': (64, lambda n: kernel(lines(n, lambda i: f'for (int j{i} = 0; j{i} < x; ++j{i})') + ' y += 1;')),
    'barriers': (400, lambda n: kernel(lines(n, lambda i: f'o[i + {i}] = x; barrier(CLK_GLOBAL_MEM_FENCE); x += o[i ^ 1];'))),
    'functions': (2000, lambda n: 'int f0(int a) { return a; }\n' + lines(
        n, lambda i: f'int f{i + 1}(int a) {{ return f{i}(a * {i}) + 1; }}') + '\n' + kernel(f'x = f{n}(x);')),
    'kernels': (4000, lambda n: lines(n, lambda i: f'kernel void k{i}(global int* o) {{ o[{i}] += {i}; }}')),
}


def processor_time(tool, file, options):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([tool, 'compile', file, '--emit=asm'] + options, check=True, stdout=subprocess.DEVNULL,
                   env={**os.environ, 'CLEAVE_CACHE': '0', 'CLEAVE_COMPILER_PROCESS': '0'})
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    tool = os.path.join(sys.argv[1], 'bin', 'cleave')
    print('| shape | sizes | seconds | largest factor |\n|---|---|---|---|', flush=True)
    for name in sys.argv[2:] or SHAPES:
        largest, source = SHAPES[name]
        options = ['--kernel=k0'] if name == 'kernels' else []
        sizes = [largest // 8, largest // 4, largest // 2, largest]
        seconds = []
        for size in sizes:
            with tempfile.NamedTemporaryFile('w', suffix='.cl') as file:
                file.write(source(size))
                file.flush()
                seconds.append(min(processor_time(tool, file.name, options) for _ in range(RUNS)))
        factor = max(b / a for a, b in zip(seconds, seconds[1:]))
        print(f"| {name} | {', '.join(map(str, sizes))} | {', '.join(f'{s:.2f}' for s in seconds)} | {factor:.1f} |",
              flush=True)


if __name__ == '__main__':
    main()
