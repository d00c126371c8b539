// areas TERRAIN SURFACE: how many hectares of the terrain each layer covers.
//
//     c++ -std=c++17 areas.cpp $(pkg-config --cflags --libs scree) -o areas
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <scree/scree.h>

namespace {

struct Free {
    void operator()(scree_terrain *terrain) const { scree_terrain_free(terrain); }
    void operator()(scree_surface *surface) const { scree_surface_free(surface); }
    void operator()(scree_plan *plan) const { scree_plan_free(plan); }
};
template <class T> using Handle = std::unique_ptr<T, Free>;

// Calls a function of the library with somewhere for its handle and its error.
template <class T, class Call> Handle<T> make(Call call)
{
    scree_error error = SCREE_ERROR_INIT;
    T *made = nullptr;
    if (call(&made, &error) != SCREE_OK)
        throw std::runtime_error(std::string(error.file) + ": " + error.text);
    return Handle<T>(made);
}

void run(const char *terrain_path, const char *surface_path)
{
    const auto terrain = make<scree_terrain>([&](auto **out, auto *error) {
        return scree_terrain_open(out, scree_file(terrain_path), nullptr, nullptr, error);
    });
    const auto surface = make<scree_surface>([&](auto **out, auto *error) {
        return scree_surface_open(out, scree_file(surface_path), terrain.get(), nullptr, error);
    });
    const auto plan = make<scree_plan>([&](auto **out, auto *error) {
        return scree_plan_create(out, terrain.get(), surface.get(), nullptr, nullptr, error);
    });

    std::vector<uint64_t> sums(scree_plan_materials(plan.get()));
    const scree_target target = {sizeof target, SCREE_COVERAGE, nullptr, sums.data()};
    const uint32_t width = scree_plan_width(plan.get()), height = scree_plan_height(plan.get());
    scree_error error = SCREE_ERROR_INIT;
    if (scree_plan_rows(plan.get(), 0, height, &target, 1, nullptr, &error) != SCREE_OK)
        throw std::runtime_error(error.text);

    scree_terrain_info info = {};
    info.size = sizeof info;
    if (scree_terrain_describe(terrain.get(), &info, nullptr, &error) != SCREE_OK)
        throw std::runtime_error(error.text);
    const double hectares = info.extent_m[0] * info.extent_m[1] / 10000;
    for (uint32_t i = 0; i < sums.size(); i++)
        std::printf("%8.2f ha  %s\n", hectares * double(sums[i]) / 0x1p24 / width / height,
                    scree_plan_material_name(plan.get(), i));
}

} // namespace

int main(int argc, char **argv)
{
    if (argc != 3) return std::fprintf(stderr, "usage: areas TERRAIN SURFACE\n"), 2;
    try {
        run(argv[1], argv[2]);
    } catch (const std::exception &problem) {
        std::fprintf(stderr, "%s\n", problem.what());
        return 1;
    }
}
