"""Runs a program that must abort with a text: aborts.py PROGRAM TEXT."""
import signal
import subprocess
import sys

result = subprocess.run([sys.argv[1]], capture_output=True, text=True, check=False)
print(result.stdout, result.stderr)
if result.returncode != -signal.SIGABRT:
    sys.exit(f"the program ended with {result.returncode}, not by an abort")
if sys.argv[2] not in result.stderr:
    sys.exit(f"its error does not say: {sys.argv[2]}")
