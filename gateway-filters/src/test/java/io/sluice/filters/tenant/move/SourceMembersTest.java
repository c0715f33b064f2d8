package io.sluice.filters.tenant.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SourceMembersTest {

    private static SourceMembers of(String object) throws IOException {
        return SourceMembers.of(object.getBytes(StandardCharsets.UTF_8));
    }

    private static String text(byte[] utf8) {
        return new String(utf8, StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{ }",
                "{\"a\":1}",
                "{ \"a\" : 1.0 }",
                "{\"a\":{\"t\":1},\"b\":[1,{\"t\":2}]}  ",
                "{\"ключ\":\"зна}чение\",\"e\":1e3 , \"n\" : null }",
                "{\n \"a\": \"x\\u0041\\\"\"\n}\n"
            })
    void takesOutWhatWasPutInByteForByte(String object) throws IOException {
        byte[] marked = of(object).with("t", "acme");

        assertThat(of(text(marked)).has("t"::equals)).isTrue();
        assertThat(text(SourceMembers.of(marked).without("t"))).isEqualTo(object);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"t":"x","a":1}           | {"a":1}
            {"a":1,"t":"x","b":2}     | {"a":1,"b":2}
            {"t":1,"t":2,"a":1,"t":3} | {"a":1}
            {"t":1,"t":2}             | {}
            {"a":{"t":1}}             | {"a":{"t":1}}
            """)
    void leavesOutAMemberWhereverItStands(String object, String rest) throws IOException {
        assertThat(text(of(object).without("t"))).isEqualTo(rest);
    }

    @Test
    void tellsAValueAsItWasWritten() throws IOException {
        SourceMembers members = of("{\"i\":\"logs\",\"logs\": { \"a\" : 1.50 } ,\"n\":-0.0}");

        assertThat(text(members.value("logs"))).isEqualTo("{ \"a\" : 1.50 }");
        assertThat(text(members.value("n"))).isEqualTo("-0.0");
        assertThat(text(members.value("i"))).isEqualTo("\"logs\"");
        assertThat(members.value("a")).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "1", "{\"a\":1", "{} {}", "{\"a\"}"})
    void readsObjectsOnly(String text) {
        assertThatThrownBy(() -> of(text)).isInstanceOf(IOException.class);
    }
}
