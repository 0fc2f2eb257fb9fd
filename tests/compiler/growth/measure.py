#!/usr/bin/env python3
"""Prints how the time to compile a source grows with its size.

usage: measure.py BUILD_FOLDER [SHAPE...]

Each shape is doubled three times; for each tier a row has the processor time of `cleave compile` for each size (front
end and code; the least of three runs) and the largest factor between neighbours. A first launch waits for the
quick tier; nothing waits for the main one. Times are no tests: the rows go to docs/results/growth.tsv.
"""
import datetime
import os
import pathlib
import re
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


def processor_time(tool, file, options, tier):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([tool, 'compile', file, '--emit=asm'] + options, check=True, stdout=subprocess.DEVNULL,
                   env={**os.environ, 'CLEAVE_CACHE': '0', 'CLEAVE_COMPILER_PROCESS': '0', 'CLEAVE_TIERS': tier})
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def seconds_of(tool, name, tier):
    largest, source = SHAPES[name]
    options = ['--kernel=k0'] if name == 'kernels' else []
    for size in [largest // 8, largest // 4, largest // 2, largest]:
        with tempfile.NamedTemporaryFile('w', suffix='.cl') as file:
            file.write(source(size))
            file.flush()
            yield size, min(processor_time(tool, file.name, options, tier) for _ in range(RUNS))


def main():
    tool = os.path.join(sys.argv[1], 'bin', 'cleave')
    machine = re.search(r'model name\s*: (.*)', pathlib.Path('/proc/cpuinfo').read_text())[1]
    describe = ['git', '-C', os.path.dirname(__file__), 'rev-parse', '--short=8', 'HEAD']
    commit = subprocess.run(describe, check=True, capture_output=True, text=True).stdout.strip()
    print('shape', 'tier', 'machine', 'commit', 'date', 'sizes', 'seconds', 'factor', sep='\t', flush=True)
    for name in sys.argv[2:] or SHAPES:
        for tier in ['quick', 'main']:
            sizes, seconds = zip(*seconds_of(tool, name, tier))
            factor = max(b / a for a, b in zip(seconds, seconds[1:]))
            print(name, tier, machine, commit, datetime.date.today(), ', '.join(map(str, sizes)),
                  ', '.join(f'{s:.2f}' for s in seconds), f'{factor:.1f}', sep='\t', flush=True)


if __name__ == '__main__':
    main()
