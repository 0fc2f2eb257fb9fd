"""Compiles each public header alone, for both passes, with all bodies of templates: headers_alone.py COMPILER INCLUDE_FOLDER."""
import pathlib
import subprocess
import sys
import tempfile

compiler, folder = sys.argv[1], pathlib.Path(sys.argv[2])
headers = sorted(path.relative_to(folder) for path in folder.rglob("*.hpp") if not {"detail", "split_headers"} & set(path.parts))
failed = []
with tempfile.TemporaryDirectory() as temporary:
    for header in headers:
        source = pathlib.Path(temporary) / "alone.cc"
        source.write_text(f"#include <{header}>\nint main() {{}}\n")
        command = [compiler, "-std=c++17", "-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Werror", "-fno-delayed-template-parsing",
                   f"-I{folder}", "-fsyntax-only", str(source)]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        if result.returncode != 0:
            failed.append(str(header))
            print(result.stderr)
if not headers or failed:
    sys.exit(f"of {len(headers)} headers, these are not usable alone: {', '.join(failed)}")
print(f"{len(headers)} headers are usable alone")
