/* base/cpu: the names, and that a mask of instruction sets makes sense. */
#include "tests/harness.h"

#include "base/cpu.h"

static void names_are_read_back(void **state)
{
    (void)state;
    for (int isa = 0; isa < CPU_ISA_COUNT; isa++) {
        enum cpu_isa found = CPU_ISA_COUNT;
        assert_true(cpu_parse(&found, cpu_name((enum cpu_isa)isa)));
        assert_int_equal(found, isa);
    }
    enum cpu_isa untouched = CPU_X86_64_V3;
    assert_false(cpu_parse(&untouched, ""));
    assert_false(cpu_parse(&untouched, "x86-64-v"));
    assert_false(cpu_parse(&untouched, "x86-64-v33"));
    assert_int_equal(untouched, CPU_X86_64_V3);
}

static void strongest_of_a_mask(void **state)
{
    (void)state;
    const uint32_t baseline = 1u << CPU_BASELINE, v3 = 1u << CPU_X86_64_V3;
    const uint32_t avx512 = 1u << CPU_SKYLAKE_AVX512;
    assert_int_equal(cpu_strongest(baseline), CPU_BASELINE);
    assert_int_equal(cpu_strongest(baseline | v3), CPU_X86_64_V3);
    assert_int_equal(cpu_strongest(baseline | v3 | avx512), CPU_SKYLAKE_AVX512);
    assert_int_equal(cpu_strongest(0), CPU_BASELINE);
}

static void this_processor(void **state)
{
    (void)state;
    const uint32_t mask = cpu_allowed();
    assert_true(mask & 1u << CPU_BASELINE);
    assert_false(mask & 1u << CPU_BEST);
    assert_int_equal(mask >> CPU_ISA_COUNT, 0);
    if (mask & 1u << CPU_SKYLAKE_AVX512) assert_true(mask & 1u << CPU_X86_64_V3);
    for (int isa = CPU_BASELINE; isa < CPU_ISA_COUNT; isa++)
        print_message("%s: %s\n", cpu_name((enum cpu_isa)isa), mask >> isa & 1 ? "yes" : "no");
}

/* What runs here and was built is taken as asked, nothing else is, and the best is one of those. */
static void choices_can_run(void **state)
{
    (void)state;
    const uint32_t mask = cpu_allowed();
    const enum cpu_isa best = cpu_choose(CPU_BEST);
    assert_int_equal(cpu_choose(CPU_BASELINE), CPU_BASELINE);
    assert_true(best >= CPU_BASELINE && best < CPU_ISA_COUNT);
    assert_int_equal(cpu_choose(best), best);
    for (int isa = CPU_BASELINE; isa < CPU_ISA_COUNT; isa++) {
        const enum cpu_isa chosen = cpu_choose((enum cpu_isa)isa);
        assert_true(chosen == (enum cpu_isa)isa || chosen == CPU_BEST);
        if (!(mask >> isa & 1)) assert_int_equal(chosen, CPU_BEST);
        if (isa > (int)best) assert_int_equal(chosen, CPU_BEST);
    }
    assert_int_equal(cpu_choose(CPU_ISA_COUNT), CPU_BEST);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_read_back),
        cmocka_unit_test(strongest_of_a_mask),
        cmocka_unit_test(choices_can_run),
        cmocka_unit_test(this_processor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
