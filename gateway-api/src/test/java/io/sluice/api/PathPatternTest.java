package io.sluice.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PathPatternTest {

    @ParameterizedTest
    @CsvSource({
        "/, /",
        "/, //",
        "/_bulk, /_bulk",
        "/_bulk, //_bulk/?a=b",
        "/{index}/_bulk, /logs/_bulk",
        "/{index}/_bulk, /_all/_bulk",
        "/{index}/_bulk, /%5Flogs/_bulk",
        "/{index}/_doc/{id}, /logs/_doc/_1",
        "/**, /",
        "/**, /a/b",
        "/a/**, /a",
        "/a/**, /a/b/c",
        "/a//b, /a/b",
        "/{index}/**, /logs",
        "/_security/user/admin@corp, /_security/user/admin%40corp",
        "/_security/user/admin%40corp, /_security/user/admin@corp",
        "/<a>, /%3ca%3E",
        "/c++/**, /c%2B%2B/_search",
        "/é/_doc, /%C3%A9/_doc"
    })
    void matches(String pattern, String target) {
        assertThat(PathPattern.parse(pattern).matches(RequestTarget.parse(target)))
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "/, /a",
        "/_bulk, /%5Fbulk",
        "/_bulk, /_bulk/a",
        "/{index}/_bulk, /_bulk",
        "/{index}/_bulk, /_search/_bulk",
        "/{index}/_bulk, /a/b/_bulk",
        "/a/**, /b",
        "/a/**, /",
        "/{index}/**, /_cat/indices",
        "/{index}/_bulk, /_allx/_bulk",
        "/Logs, /logs",
        "/a@b, /a%zzb",
        "/a@b, /a%2540b",
        "/a+b, /a%20b"
    })
    void doesNotMatch(String pattern, String target) {
        assertThat(PathPattern.parse(pattern).matches(RequestTarget.parse(target)))
                .isFalse();
        assertThat(PathPattern.parse(pattern).match(RequestTarget.parse(target)))
                .isNull();
    }

    @Test
    void givesDecodedVariablesInTheirOrder() {
        Map<String, String> values =
                PathPattern.parse("/{index}/_doc/{id}").match(RequestTarget.parse("/a%2Cb/_doc/%C3%A9%2F1"));
        assertThat(values).containsExactly(Map.entry("index", "a,b"), Map.entry("id", "é/1"));
    }

    @Test
    void refusesToGiveVariablesThatDoNotDecode() {
        RequestTarget target = RequestTarget.parse("/%zz/_doc");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PathPattern.parse("/{index}/_doc").match(target));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a",
                "/{}",
                "/a{b}",
                "/{a}b",
                "/{a",
                "/a}",
                "/{a}/{a}",
                "/**/a",
                "/{**}",
                "/{a{b}}",
                "/a**b/{",
                "/**/**",
                "/a*/_search",
                "/*/_search",
                "/a?b",
                "/a#b",
                "/a%zz",
                "/a/../b",
                "/."
            })
    void refusesMalformedPatterns(String pattern) {
        assertThatIllegalArgumentException().isThrownBy(() -> PathPattern.parse(pattern));
    }

    @Test
    void isEqualByItsText() {
        assertThat(PathPattern.parse("/{a}"))
                .isEqualTo(PathPattern.parse("/{a}"))
                .hasSameHashCodeAs(PathPattern.parse("/{a}"));
        assertThat(PathPattern.parse("/{a}")).hasToString("/{a}").isNotEqualTo(PathPattern.parse("/{b}"));
    }
}
