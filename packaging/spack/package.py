"""Spack's recipe: Cleave, an OpenCL driver for processors whose devices can be split."""
import os

from spack.package import *


class Cleave(CMakePackage):
    """OpenCL driver for x86-64 processors: each device can be split, and a kernel that runs on a part runs on that
    part's processors and nowhere else."""

    git = "https://cleave.invalid/cleave.git"

    license("Apache-2.0")

    version("main", branch="main")

    variant("icd", default=True, description="Register the driver for ICD loaders in the prefix")

    provides("opencl@3.0", when="+icd")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.23:", type="build")
    depends_on("ninja", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("python@3:", type="build")
    depends_on("cli11", type="build")
    depends_on("opencl-c-headers")
    depends_on("ocl-icd")
    depends_on("hwloc@2:")
    depends_on("libmd")
    depends_on("zlib-api")
    depends_on("zstd")
    depends_on("llvm@22 +clang +lld +polly ~llvm_dylib")
    depends_on("libclc@22", type="build")

    requires("target=x86_64:", "platform=linux", msg="Cleave is for x86-64 processors under Linux")

    generator("ninja")

    @run_before("cmake")
    def lay_out_what_debian_has(self):
        """The build takes libclc and the notices of what is linked statically from where Debian's packages have them."""
        mkdirp("libclc/usr/lib")
        symlink(self.spec["libclc"].prefix.share.clc, "libclc/usr/lib/clc")
        with open("cmake/contents.txt") as table:
            for line in table:
                row = line.split("#")[0].strip()
                if row:
                    package = row.partition(":")[2].split()[0]
                    mkdirp(join_path("notices", package))
                    with open(join_path("notices", package, "copyright"), "w") as notice:
                        notice.write(self.notice_of(row.partition(":")[0]))

    def notice_of(self, source):
        """The license files of an installed dependency; an error where it keeps none."""
        for name, spec in (("llvm-toolchain-22", "llvm"), ("khronos-opencl-headers", "opencl-c-headers"),
                           ("libzstd", "zstd")):
            source = spec if source == name else source
        prefix = self.spec[source].prefix
        found = [file for file in find(prefix, ["LICENSE*", "COPYING*", "copyright"]) if os.path.isfile(file)]
        if not found:
            raise InstallError(f"{source} has no license file in {prefix}")
        return "\n".join(open(file).read() for file in found)

    def cmake_args(self):
        return [
            self.define("BUILD_TESTING", False),
            self.define("CLEAVE_UNITED_SOURCES", "COMPILER"),
            self.define("CLEAVE_LLVM_ROOT", self.spec["llvm"].prefix),
            self.define("CLEAVE_LIBCLC_ROOT", join_path(self.stage.source_path, "libclc")),
            self.define("CLEAVE_COPYRIGHTS", join_path(self.stage.source_path, "notices")),
        ]

    @property
    def build_targets(self):
        return ["installable"]

    def setup_run_environment(self, env):
        if "+icd" in self.spec:
            env.set("OCL_ICD_VENDORS", self.prefix.etc.OpenCL.vendors)
