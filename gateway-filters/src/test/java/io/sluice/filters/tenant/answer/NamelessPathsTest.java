package io.sluice.filters.tenant.answer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NamelessPathsTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "status",
                "status,number_of_*, timed_out",
                "-status",
                "*",
                "**",
                "indices",
                "indices.*",
                "indices.*.status,indices.*.shards.0.status",
                "-indices",
                "-indices.*.shards",
                "active_*,initializing_shards,unassigned_shards",
                "active_shards_percent_as_number,active_shards,initializing_shards,unassigned_shards",
                "status,-active_shards",
                "-active_shards_percent_as_number,-active_shards"
            })
    void showPartsOfHealth(String paths) {
        assertThat(NamelessPaths.mayBeOfHealth(paths)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "indices.logs",
                "indices.l*.status",
                "indices.**",
                "indices.**.logs",
                "-indices.logs",
                "*.logs",
                "ind*.logs",
                "**.status",
                "status,**.logs",
                ".status",
                "indices\\x.a"
            })
    void doNotNameIndicesInHealth(String paths) {
        assertThat(NamelessPaths.mayBeOfHealth(paths)).isFalse();
    }

    /** It is computed from the numbers before it: without them, all shards would seem to be active. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "active_shards_percent_as_number",
                "status,active_*",
                "active_*,initializing_shards",
                "-active_shards",
                "-unassigned_*",
                "*,- initializing_shards"
            })
    void doNotShowTheShareOfActiveShardsWithoutTheirNumbers(String paths) {
        assertThat(NamelessPaths.mayBeOfHealth(paths)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "*, true, true",
        "*.aliases, true, true",
        "'*.aliases,*.settings', true, true",
        "-*.mappings, true, true",
        "'', true, true",
        "*.*, true, true",
        "*.mappings.properties.*.type, true, false",
        "*.settings.index.provided_name, true, false",
        "-*.mappings.properties, true, false",
        "*.**, true, false",
        "logs, false, false",
        "logs.settings, false, false",
        "l*.settings, false, false",
        "**, false, false",
        "**.settings, false, false",
        "'*.settings,acme\\.logs.aliases', false, false",
        "'-logs', false, false",
        "'*.a,.b', false, false"
    })
    void beginWithEveryIndex(String paths, boolean apart, boolean nested) {
        assertThat(NamelessPaths.mayBeByIndex(paths, false)).isEqualTo(apart);
        assertThat(NamelessPaths.mayBeByIndex(paths, true)).isEqualTo(nested);
    }
}
