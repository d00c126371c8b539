from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, get

required_conan_version = ">=2.0"


class ScreeConan(ConanFile):
    name = "scree"
    version = "@VERSION@"
    description = "@DESCRIPTION@"
    license = "MIT"
    url = "@HOME@"
    homepage = "@HOME@"
    topics = ("terrain", "terragen", "heightmap", "splatmap")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False]}
    default_options = {"shared": False}

    def layout(self):
        cmake_layout(self, src_folder="source")

    def requirements(self):
        for library in ("jansson/2.14", "libdeflate/1.19", "libpng/1.6.40", "nettle/3.8.1", "stb/cci.20230920",
                        "zlib/1.3.1"):
            self.requires(library)

    def validate(self):
        if self.settings.os not in ("Linux", "Windows") or self.settings.compiler == "msvc":
            raise ConanInvalidConfiguration("scree is built with GCC or Clang, for Linux or Windows")

    def source(self):
        get(self, "@HOME@/releases/download/v@VERSION@/scree-@VERSION@-source.tar.gz",
            sha256="@SHA256:scree-@VERSION@-source.tar.gz@", strip_root=True)

    def generate(self):
        toolchain = CMakeToolchain(self, generator="Ninja")
        for option in ("TESTS", "BENCH", "TIFF", "GDAL"):
            toolchain.variables[f"SCREE_{option}"] = "OFF"
        toolchain.generate()
        CMakeDeps(self).generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        copy(self, "LICENSE", self.source_folder, f"{self.package_folder}/licenses")
        CMake(self).install()

    def package_info(self):
        self.cpp_info.set_property("cmake_file_name", "scree")
        self.cpp_info.set_property("cmake_target_name", "scree::shared" if self.options.shared else "scree::static")
        self.cpp_info.libs = ["scree"]
