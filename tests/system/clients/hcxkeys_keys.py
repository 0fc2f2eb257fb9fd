#!/usr/bin/python3
"""Lets hcxkeys make the master keys of passwords for wireless networks, and compares them with Python's.

usage: hcxkeys_keys.py

A key is 4096 rounds of SHA-1 over the password and the name of the network (PBKDF2). Exits with 1 where keys
differ, with 77 where hcxkeys is missing.
"""
import hashlib
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

NETWORKS = ["network", "a", "name of thirty-two characters 12"]
# There is one of each length that is allowed.
PASSWORDS = [("abcdefghijklmnopqrstuvwxyz0123456789" * 2)[-length:] for length in range(8, 64)]


def main():
    if not shutil.which("wlangenpmkocl"):
        print("skipped: wlangenpmkocl is not installed (Debian's hcxkeys)")
        sys.exit(77)
    bad = 0
    for network in NETWORKS:
        with tempfile.TemporaryDirectory() as folder:
            words, keys = Path(folder) / "words", Path(folder) / "keys"
            words.write_text("".join(f"{password}\n" for password in PASSWORDS))
            subprocess.run(["wlangenpmkocl", "-e", network, "-i", words, "-A", keys], check=True)
            lines = keys.read_text().splitlines()
        expected = [
            f"{hashlib.pbkdf2_hmac('sha1', password.encode(), network.encode(), 4096, 32).hex()}:{password}"
            for password in PASSWORDS
        ]
        bad += sorted(lines) != sorted(expected)
        print(f"{len(lines)} keys of '{network}': {'right' if sorted(lines) == sorted(expected) else 'WRONG'}")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
