package io.sluice.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sluice.api.RequestTarget.Parameter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestTargetTest {

    @Test
    void splitsThePathAsElasticsearchDoes() {
        RequestTarget target = RequestTarget.parse("//a%20b///_doc/x%2Fy/?q=/1/");
        assertThat(target.rawSegments()).containsExactly("a%20b", "_doc", "x%2Fy");
        assertThat(target.segments()).containsExactly("a b", "_doc", "x/y");
        assertThat(target.rawPath()).isEqualTo("//a%20b///_doc/x%2Fy/");
        assertThat(target.rawQuery()).isEqualTo("q=/1/");
        assertThat(target.raw()).isEqualTo("//a%20b///_doc/x%2Fy/?q=/1/");
    }

    @Test
    void decodesOnceAndKeepsAPlusInThePath() {
        assertThat(RequestTarget.parse("/a+b/%252F/%C3%A9").segments()).containsExactly("a+b", "%2F", "é");
    }

    @Test
    void readsParametersInOrderWithTheLastOneCounting() {
        RequestTarget target = RequestTarget.parse("/?a=1&&b&a=x+y%3D=&=c&=d=e&%61=2&");
        assertThat(target.parameters())
                .containsExactly(
                        new Parameter("a", "1"),
                        new Parameter("b", ""),
                        new Parameter("a", "x y=="),
                        new Parameter("c", ""),
                        new Parameter("d", "e"),
                        new Parameter("a", "2"));
        assertThat(target.parameter("a")).isEqualTo("2");
        assertThat(target.parameter("z")).isNull();
        assertThat(RequestTarget.parse("/?").parameters()).isEmpty();
        assertThat(RequestTarget.parse("/").rawQuery()).isNull();
        assertThat(RequestTarget.parse("/??a=1").parameter("?a")).isEqualTo("1");
    }

    @Test
    void splitsAtSemicolonsAsServersDo() {
        assertThat(RequestTarget.parse("/?size=0;q=*:*&a=1;=b;;c").parameters())
                .containsExactly(
                        new Parameter("size", "0"),
                        new Parameter("q", "*:*"),
                        new Parameter("a", "1"),
                        new Parameter("b", ""),
                        new Parameter("c", ""));
    }

    @ParameterizedTest
    @CsvSource({
        "a=1;b=2, semicolon",
        ";, semicolon",
        "a;b, semicolon",
        "=a, without a name",
        "a=1&=b=c, without a name",
        "a=%zz, malformed",
        "a=%%, malformed",
        "%=1, malformed",
        "a=%C3, not UTF-8",
        "%80=1, not UTF-8"
    })
    void namesWhatTwoReadersMayReadDifferentlyInAQuery(String query, String reason) {
        assertThat(RequestTarget.parse("/a?" + query).ambiguity()).contains(reason);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "a", "a=", "a=%3B", "a=b=c&d", "a+b=c+d", "a&&b&", "?a", "a=%00", "%C3%A9=%25", "a=\"{|}"})
    void findsNothingAmbiguousInOrdinaryQueries(String query) {
        assertThat(RequestTarget.parse("/a?" + query).ambiguity()).isNull();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /                       | /
            /a/b/                   | /a/b/
            /a?b=c&d&e=             | /a?b=c&d&e=
            /a?b=*:*,(a/b)!@$~     | /a?b=*:*,(a/b)!@$~
            //a///b//?c             | /a/b?c
            //                      | /
            /a+b/c%20d              | /a%2Bb/c%20d
            /a?                     | /a
            /a?&&                   | /a
            /a?&b=c&&d              | /a?b=c&d
            /a?b+c=d+%65            | /a?b%20c=d%20e
            /a?b=c=d&f=             | /a?b=c%3Dd&f
            /a?b=%2c%3b%26%3D       | /a?b=,%3B%26%3D
            /a?b="<\\>"             | /a?b=%22%3C%5C%3E%22
            /a?%c3%a9=%F0%9F%98%80  | /a?%C3%A9=%F0%9F%98%80
            /a??b=?                 | /a?%3Fb=%3F
            """)
    void writesAnewWhatItRead(String raw, String canonical) {
        RequestTarget target = RequestTarget.parse(raw);
        RequestTarget written = target.canonical();
        assertThat(written.raw()).isEqualTo(canonical);
        assertThat(written.parameters()).isEqualTo(target.parameters());
        assertThat(written.segments()).isEqualTo(target.segments());
        assertThat(written.canonical()).isEqualTo(written);
        assertThat(target.canonical() == target).isEqualTo(raw.equals(canonical) && raw.indexOf('%') < 0);
    }

    @Test
    void writesNoQueryFromWhatCannotBeRead() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RequestTarget.parse("/?a=%C3").canonical());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RequestTarget.parse("/").withParameters(List.of(new Parameter("", "a"))));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RequestTarget.parse("/").withParameters(List.of(new Parameter("a", "\uD83D"))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "*", "http://h/", "/a b", "/a#b", "/a\n", "/é", "/\u0000", "/a\u007f", "?a"})
    void refusesWhatNoTargetMayBe(String raw) {
        assertThatIllegalArgumentException().isThrownBy(() -> RequestTarget.parse(raw));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/%", "/%1", "/%zz", "/%80", "/%C3", "/%C0%AF", "/%ED%A0%80", "/%F4%90%80%80", "/%+1"})
    void refusesEscapesThatDecodeToNothingValid(String raw) {
        RequestTarget target = RequestTarget.parse(raw);
        assertThatIllegalArgumentException().isThrownBy(target::segments);
        assertThat(target.ambiguity()).isNotNull();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RequestTarget.parse("/?q=" + raw.substring(1)).parameters());
    }

    @ParameterizedTest
    @CsvSource({
        "/., dot segment",
        "/a/../b, dot segment",
        "/%2e%2e/a, needs none",
        "/%2E, needs none",
        "/a%2Fb, encoded slash",
        "/a%2fb, encoded slash",
        "/a%00, encoded slash",
        "/%25, percent",
        "/%252F, percent",
        "/a%5Cb, backslash",
        "/a\\b, backslash",
        "/%6c, needs none",
        "/a%2Db, needs none",
        "/%7F, control",
        "/a%0A, control",
        "/%5F%62, needs none",
        "/logs/_doc/a%2fb, encoded slash",
        "/logs/_doc/a%00b, encoded slash",
        "/logs/_doc/%41, needs none",
        "/logs/_doc/%2E%2E, needs none",
        "/logs/_doc/.., dot segment",
        "/logs/_doc/a%2F..%2Fb, dot segment",
        "/logs/_doc/..%5C..%5Cb, dot segment",
        "/logs/_doc/a%2F., dot segment",
        "/logs/_doc/a%252F..%252Fb, dot segment",
        "/logs/_doc/a%25252F..%25252Fb, dot segment",
        "/logs/_doc/a%252F%252E%252E%252Fb, dot segment",
        "/logs/_doc/a%2F..;x%2Fb, dot segment",
        "/logs/_doc/%2525252525, several times",
        "/logs/_doc/a%2Fb/_update, encoded slash",
        "/logs/type/a%2Fb, encoded slash",
        "/lo%2Fgs/_doc/a, encoded slash",
        "/logs/_doc%2Fa/b, encoded slash",
        "/_snapshot/_doc/a%2Fb, encoded slash",
        "/_scripts/x/a%2Fb, encoded slash",
        "/logs/_alias/a%2Fb, encoded slash"
    })
    void namesWhatTwoReadersMayReadDifferently(String raw, String reason) {
        assertThat(RequestTarget.parse(raw).ambiguity()).contains(reason);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/%3Clogs-%7Bnow%2Fd%7D%3E/_doc/1",
                "/%3Clogs-%7Bnow%2fd%7D%3E/_bulk",
                "/%66d/_bulk",
                "/logs/_doc/a%2F..%2Fb",
                "/logs/_doc/..",
                "/logs/_doc/a\\b%00",
                "/logs/type/a%2525b"
            })
    void serversReadAlikeWhatOthersInFrontOfThemMayNot(String raw) {
        RequestTarget target = RequestTarget.parse(raw);
        assertThat(target.ambiguity()).isNotNull();
        assertThat(target.ambiguityToServers()).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "/logs/_doc/_bulk, endpoint where a name stands",
        "/_nodes/_bulk, endpoint where the index stands",
        "/a%zz/_bulk, malformed",
        "/a%C3/_bulk, UTF-8",
        "/%66d/_bulk?a=1;b=2, semicolon"
    })
    void serversMayReadDifferently(String raw, String reason) {
        assertThat(RequestTarget.parse(raw).ambiguityToServers()).contains(reason);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/a/b",
                "/a%20b",
                "/%C3%A9",
                "/a%2Cb",
                "/a%3Ab",
                "/%3Clogs-%7Bnow%7D%3E",
                "/a?x=..%2F%00",
                "/logs/_doc/https:%2F%2Fexample.org%2Fa%20b",
                "/logs/_create/a%5Cb",
                "/logs/_source/100%25",
                "/logs/_update/a%252Fb",
                "/logs/_explain/%2F",
                "/logs/_termvectors/...%2F....%2Fa..b",
                "/_all/_doc/a%2F_search",
                "/a.b/..c/..."
            })
    void findsNothingAmbiguousInOrdinaryPaths(String raw) {
        assertThat(RequestTarget.parse(raw).ambiguity()).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "/_nodes/_bulk, where the index stands",
        "/_search/_bulk, where the index stands",
        "/_foo/_bulk, where the index stands",
        "/_foo/_doc/1, where the index stands",
        "//_foo//_search/template, where the index stands",
        "/_data_stream/_stats/x, where the index stands",
        "/_plugins/_rollup, where the index stands",
        "/_tasks/ingestion/_pause, where the index stands",
        "'/_foo,logs/_search', no name of one",
        "'/_all,logs', no name of one",
        "/_*/_search, no name of one",
        "/_foo%2Clogs, no name of one",
        "/logs/_doc/_bulk, where a name stands",
        "/logs/_alias/_search, where a name stands",
        "/_foo/bar/_bulk, where a name stands",
        "/_search/scroll/_msearch/template, where a name stands",
        "/logs/_mapping/field/_source, named like an endpoint",
        "/_all/_mapping/field/_explain, named like an endpoint"
    })
    void namesPathsThatServersMayTakeForAnotherEndpoint(String raw, String reason) {
        assertThat(RequestTarget.parse(raw).ambiguity()).contains(reason);
    }

    @ParameterizedTest
    @CsvSource({
        "/logs/event/_search, true",
        "/logs/event/_mapping, true",
        "/logs/event/_delete_by_query?q=a, true",
        "//logs//event/_count, true",
        "/logs/ingestion/_pause, true",
        "/logs/event/_a1, false",
        "/logs/event/%5Fsearch, false",
        "/logs/event/_search/_update, false",
        "/logs/_search, false"
    })
    void tellsAnEndpointBehindATypeFromAnId(String raw, boolean endpoint) {
        assertThat(RequestTarget.parse(raw).hasEndpointForId()).isEqualTo(endpoint);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/_all/_search",
                "/logs/_search/template",
                "/logs/type/_bulk",
                "/logs/_doc/_1",
                "/logs/_doc/1/_update",
                "/_search/scroll",
                "/_cat/indices/logs,old",
                "/_nodes/_local/stats",
                "/_snapshot/_status",
                "/_data_stream/_stats",
                "/_data_stream/logs/_mappings",
                "/logs/_mapping/field/_id",
                "/logs/type/field/_source",
                "/_ml/anomaly_detectors/_validate/detector",
                "/_plugins/_rollup/jobs/a",
                "/_plugins/_ml/models/_search",
                "/_unknown/endpoint"
            })
    void findsNothingAmbiguousInPathsOfEndpoints(String raw) {
        assertThat(RequestTarget.parse(raw).ambiguity()).isNull();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /?index=a                       | /a
            /_close?index=a                 | /a/_close
            /_search/template?index=a       | /a/_search/template
            /_cat/indices/?index=a,b        | /_cat/indices/a,b
            /_search?index=a&index=%C3%A9/+ | /%C3%A9%2F%20/_search
            /a/_doc?id=b&index=c            | /a/_doc/b
            /_all/_doc?id=b                 | /_all/_doc/b
            /a/_alias?name=b                | /a/_alias/b
            /_alias?index=a&name=b          | /a/_alias/b /_alias/b /a/_alias
            /_ingest/pipeline?id=a          | /_ingest/pipeline/a
            /_snapshot/_status?snapshot=b&repository=a | /_snapshot/a/_status /_snapshot/_status/b /_snapshot/a/b/_status
            /_snapshot/a/b/_status?index=c               | /_snapshot/a/b/c/_status
            /a/_rollover?new_index=b        | /a/_rollover/b
            """)
    void putsIntoThePathWhatTheQueryNames(String raw, String synonyms) {
        assertThat(RequestTarget.parse(raw).synonyms())
                .extracting(RequestTarget::rawPath)
                .contains(synonyms.split(" "));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/?id=a",
                "/_search",
                "/_search?index=",
                "/_search?q=1",
                "/a/_search?index=b",
                "/a?b=c",
                "/a/_field_caps?fields=b",
                "/a/_search?name=b"
            })
    void hasNoSynonymWhereTheQueryNamesNothing(String raw) {
        assertThat(RequestTarget.parse(raw).synonyms()).isEmpty();
    }

    @Test
    void changesPathAndQueryApart() {
        RequestTarget target = RequestTarget.parse("/a?b=c");
        assertThat(target.withRawPath("/x").raw()).isEqualTo("/x?b=c");
        assertThat(target.withRawQuery("d").raw()).isEqualTo("/a?d");
        assertThat(target.withRawQuery(null).raw()).isEqualTo("/a");
        assertThat(RequestTarget.parse("/a").withRawPath("/x"))
                .isEqualTo(RequestTarget.parse("/x"))
                .hasSameHashCodeAs(RequestTarget.parse("/x"));
        assertThatIllegalArgumentException().isThrownBy(() -> target.withRawPath("/x?y"));
        assertThatIllegalArgumentException().isThrownBy(() -> target.withRawPath("x"));
        assertThatIllegalArgumentException().isThrownBy(() -> target.withRawQuery("a b"));
    }
}
