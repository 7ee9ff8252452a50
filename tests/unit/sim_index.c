/* sim_index.c - the set of an address under each index: virtual, physical, hashed and sliced. */
#include "sim_parts.h"

static size_t set_of(enum index_kind kind, size_t line, size_t sets, uint64_t seen,
                     uint64_t physical) {
    struct index index = index_of(kind, line, sets);
    struct place place = {seen, physical};
    return index_set(&index, &place);
}

static void an_index_takes_its_own_address(void **state) {
    (void)state;
    assert_int_equal(set_of(INDEX_PHYSICAL, 64, 128, 64 * 5, 64 * (128 + 7)), 7);
    assert_int_equal(set_of(INDEX_VIRTUAL, 64, 128, 64 * (128 + 5), 64 * 7), 5);
    assert_int_equal(set_of(INDEX_PHYSICAL, 64, 320, 0, 64 * (640 + 319) + 63), 319);
    assert_int_equal(set_of(INDEX_PHYSICAL, 96, 32, 0, 96 * 33 + 95), 1);
    assert_int_equal(set_of(INDEX_PHYSICAL, 96, 1, 0, 96 * 33), 0);
    assert_int_equal(set_of(INDEX_HASHED, 64, 1, 0, 64 * 33), 0);
}

/* The hash is the exclusive or of the number's parts of four bits. */
static void a_hash_folds_higher_bits(void **state) {
    (void)state;
    assert_int_equal(set_of(INDEX_HASHED, 64, 16, 0, 64 * UINT64_C(0x00a)), 0xa);
    assert_int_equal(set_of(INDEX_HASHED, 64, 16, 0, 64 * UINT64_C(0x0fa)), 0x5);
    assert_int_equal(set_of(INDEX_HASHED, 64, 16, 0, 64 * UINT64_C(0x1fa)), 0x4);
}

/* The higher bits choose the slice, and the lower bits the set in it. */
static void a_slice_is_hashed_and_its_sets_are_not(void **state) {
    (void)state;
    struct index index = index_of(INDEX_HASHED, 64, 5 * 32);
    size_t used[5] = {0};
    index_slice(&index, 5);
    for (uint64_t number = 0; number < 5 * 32 * 100; number++) {
        struct place place = at(number * 64);
        size_t set = index_set(&index, &place);
        assert_true(set < 5 * 32 && set % 32 == number % 32);
        used[set / 32]++;
    }
    for (size_t i = 0; i < 5; i++)
        assert_true(used[i] > 32 * 80 && used[i] < 32 * 120);
}

/* So lines at one stride spread over the sets, and all sets are used about equally. */
static void a_hash_spreads_strides(void **state) {
    (void)state;
    static const size_t sets[] = {1024, 1280, 11 * 64};
    for (size_t k = 0; k < 3; k++) {
        size_t used[1280] = {0}, most = 0;
        for (size_t i = 0; i < 8 * sets[k]; i++) {
            size_t set = set_of(INDEX_HASHED, 64, sets[k], 0, i * 64 * 1024);
            assert_true(set < sets[k]);
            most = ++used[set] > most ? used[set] : most;
        }
        assert_true(most < 40);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_index_takes_its_own_address),
        cmocka_unit_test(a_hash_folds_higher_bits),
        cmocka_unit_test(a_slice_is_hashed_and_its_sets_are_not),
        cmocka_unit_test(a_hash_spreads_strides),
    };
    return cmocka_run_group_tests_name("sim_index", tests, NULL, NULL);
}
