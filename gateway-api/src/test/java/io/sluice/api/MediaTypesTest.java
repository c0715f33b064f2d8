package io.sluice.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MediaTypesTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/json",
                "APPLICATION/JSON",
                "application/json \t; charset=utf-16",
                "application/x-ndjson",
                "application/vnd.elasticsearch+json;compatible-with=8",
                "application/vnd.elasticsearch+x-ndjson"
            })
    void knowsTheNamesOfJson(String type) {
        assertThat(MediaTypes.isJson(type)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "json",
                "application/*",
                "*/*",
                "application/yaml",
                "application/json, application/yaml",
                "application/vnd.elasticsearch+cbor",
                "application/json-seq",
                "application /json"
            })
    void takesNothingElseForJson(String type) {
        assertThat(MediaTypes.isJson(type)).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "null", textBlock = """
            a/b;compatible-with=8                 | 8
            a/b; x=1 ; Compatible-With = 8 ;y     | 8
            a/b;compatible-with=7;compatible-with=8 | 8
            a/b;compatible-with=77                | 77
            a/b;x=compatible-with=7               | null
            a/b;compatible-with=7, */*            | null
            a/b;compatible-with                   | null
            a/b                                   | null
            """)
    void readsParametersAsServersDo(String type, String value) {
        assertThat(MediaTypes.parameter(type, "compatible-with")).isEqualTo(value);
    }
}
