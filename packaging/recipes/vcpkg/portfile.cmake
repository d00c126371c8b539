vcpkg_download_distfile(archive
  URLS "@HOME@/releases/download/v${VERSION}/scree-${VERSION}-source.tar.gz"
  FILENAME "scree-${VERSION}-source.tar.gz"
  SHA512 @SHA512:scree-@VERSION@-source.tar.gz@)
vcpkg_extract_source_archive(source ARCHIVE "${archive}")
vcpkg_cmake_configure(SOURCE_PATH "${source}" OPTIONS -DSCREE_TESTS=OFF -DSCREE_BENCH=OFF -DSCREE_GDAL=OFF)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/scree)
vcpkg_fixup_pkgconfig()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")
vcpkg_install_copyright(FILE_LIST "${source}/LICENSE")
