package io.sluice.filters.tenant.answer;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.filters.tenant.endpoint.AnswerKind;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HiddenPartsTest {

    private static boolean mayBeHidden(AnswerKind kind, String paths) {
        HiddenParts parts = new HiddenParts(kind);
        boolean hidden = false;
        for (String path : paths.split(" ")) {
            hidden = parts.mayHide(Objects.requireNonNull(AnswerPattern.parse(path)));
        }
        return hidden;
    }

    @ParameterizedTest
    @CsvSource({
        "DOCUMENT, **.c",
        "DOCUMENT, _nested",
        "MGET, docs.**._nested",
        "SEARCH, hits.hits.**.c",
        "SEARCH, hits.hits.**.*",
        "SEARCH, **.*",
        "SEARCH, **.hits.*",
        "SEARCH, hits.hits._nested",
        "SEARCH, aggregations.x.hits.hits.*",
        "SEARCH, aggregations.x.hits.**",
        "SEARCH, aggregations.x*.hits.hits.*",
        "SEARCH, hits.hits.inner_hits.c.hits.hits.**",
        "SEARCH, aggregations.x.hits.hits.**.c",
        "SEARCH, **._nested.c",
        "SEARCH, **.field",
        "SEARCH, aggregations.x.hits.hits._nested.offset",
        "SEARCH, aggregations.x.hits.hits._nested._nested",
        "SEARCH, hits.**.hits.*.*",
        "SEARCH, took **.*ed.field",
        "MSEARCH, aggregations.x.hits.hits._nested"
    })
    void areNotWhereSomethingElseIsHidden(AnswerKind kind, String paths) {
        assertThat(mayBeHidden(kind, paths)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "SEARCH, **._nested",
        "SEARCH, **._nes*",
        "SEARCH, **._nested.*",
        "SEARCH, **.c.**._nested",
        "SEARCH, aggregations.x.hits.hits._nested",
        "SEARCH, aggregations.*.hits.hits._nested.**",
        "SEARCH, aggregations.**.hits.hits.*.*",
        "SEARCH, aggregations.x.y.hits.hits.**.*",
        "SEARCH, hits.hits.inner_hits.c.hits.hits.*.*",
        "SEARCH, **.field took **.offset",
        "SEARCH, **.field **.*t",
        "SEARCH, **.*.*f*",
        "MSEARCH, responses.**._nested",
        "MSEARCH, responses.aggregations.x.hits.hits._nested"
    })
    void areWhereNothingOfThemIsLeft(AnswerKind kind, String paths) {
        assertThat(mayBeHidden(kind, paths)).isTrue();
    }
}
