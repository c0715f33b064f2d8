package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessResult;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Parameters that a server would see where a reader that splits at ampersands sees none. */
@Tag("slow")
class SmuggledParametersTest {

    private static final List<String> LAYOUTS = List.of(
            "indexPerTenant: { indices: [\"*\"], template: \"{tenant}.{index}\" }",
            "shared: { indices: [logs] }",
            "nested: { indices: [logs], template: \"t-{tenant}\" }");

    private static final List<String> ATTACKS = List.of(
            "POST /logs/_search?size=0;q=*:*",
            "POST /logs/_search?filter_path=hits.hits._source;q=*:*",
            "POST /logs/_search?size=0%3B;q=*:*",
            "POST /logs/_search?=q=*:*",
            "POST /logs/_search?size=0&=q=*:*",
            "POST /logs/_search?size=0;explain=true",
            "POST /logs/_delete_by_query?refresh=true;q=kw:x",
            "POST /logs/_update_by_query?refresh=true;q=kw:x",
            "POST /logs/_update_by_query?refresh=true;pipeline=p",
            "GET /_msearch?max_concurrent_searches=1;source={}%0A{}%0A;source_content_type=application/x-ndjson",
            "DELETE /_search/scroll?pretty=false;scroll_id=_all",
            "PUT /logs/_doc/1?refresh=true;pipeline=p",
            "GET /logs/_doc/1?pretty=false;error_trace=true",
            "POST /_mget?filter_path=docs._source;index=other",
            "POST /_bulk?refresh=true;index=other",
            "POST /logs/_search?size=%",
            "POST /logs/_search?size=%FF",
            "POST /logs/_search?size=1%%3Bq=*:*");

    static Stream<Arguments> everywhere() {
        return LAYOUTS.stream().flatMap(layout -> ATTACKS.stream().map(attack -> Arguments.of(layout, attack)));
    }

    @ParameterizedTest
    @MethodSource("everywhere")
    void refusesThem(String layout, String attack) {
        try (FilterHarness harness = FilterHarness.of(new TenantFactory(), AcmeTest.configuration(layout))) {
            String[] words = attack.split(" ");
            boolean lines = attack.contains("_bulk") || attack.contains("_msearch");
            HarnessResult result = harness.request(words[0], words[1])
                    .principal("acme")
                    .header("Content-Type", lines ? "application/x-ndjson" : "application/json")
                    .body(
                            lines
                                    ? "{\"index\":{\"_id\":\"1\"}}\n{}\n"
                                    : attack.contains("_mget") ? "{\"ids\":[\"1\"]}" : "{}")
                    .send();

            assertThat(result.status()).isEqualTo(400);
            assertThat(result.body()).contains("illegal_argument_exception");
            assertThat(result.relayed()).isFalse();
        }
    }

    static Stream<Arguments> indexless() {
        return LAYOUTS.stream()
                .flatMap(layout -> Stream.of(
                        Arguments.of(layout, "/_bulk", "{\"delete\":{\"_id\":\"1\"}}\n"),
                        Arguments.of(
                                layout,
                                "/_bulk",
                                "{\"delete\":{\"_index\":\"logs\",\"_id\":\"1\"}}\n{\"index\":{\"_id\":\"1\"}}\n{}\n"),
                        Arguments.of(layout, "/_mget", "{\"ids\":[\"1\"]}"),
                        Arguments.of(layout, "/_mget", "{\"docs\":[{\"_id\":\"1\"}]}"),
                        Arguments.of(layout, "/_mget", "{\"docs\":[{\"_id\":\"_index\"}]}"),
                        Arguments.of(
                                layout, "/_mget", "{\"docs\":[{\"_index\":\"logs\",\"_id\":\"1\"},{\"_id\":\"2\"}]}")));
    }

    /** Where neither path nor line names an index, nothing else may: the parameter {@code index} would. */
    @ParameterizedTest
    @MethodSource("indexless")
    void refusesWhatNamesNoIndex(String layout, String path, String body) {
        try (FilterHarness harness = FilterHarness.of(new TenantFactory(), AcmeTest.configuration(layout))) {
            HarnessResult result = harness.request("POST", path)
                    .principal("acme")
                    .header("Content-Type", "application/json")
                    .body(body)
                    .everySplit();

            AcmeTest.assertRefused(result);
        }
    }

    static Stream<Arguments> spellings() {
        return LAYOUTS.stream()
                .flatMap(layout -> Stream.of(
                                "size=1&_source=false",
                                "&size=1&&_source=false&",
                                "siz%65=1&_source=fals%65",
                                "size=1&_source=false&preference=a%3Bq=b+c",
                                "preference=a%26q%3Db&size=%31&_source=%66alse")
                        .map(query -> Arguments.of(layout, query)));
    }

    @ParameterizedTest
    @MethodSource("spellings")
    void sendsOnlyWhatItRead(String layout, String query) {
        try (FilterHarness harness = FilterHarness.of(new TenantFactory(), AcmeTest.configuration(layout))) {
            HarnessResult result = harness.request("POST", "//logs//_search?" + query)
                    .principal("acme")
                    .header("Content-Type", "application/json")
                    .body("{}")
                    .send();

            String sent = result.upstreamHead().target().raw();
            assertThat(sent).doesNotContain(";", "&&", "//", "+").doesNotEndWith("&");
            assertThat(Set.copyOf(result.upstreamHead().target().parameters()))
                    .isEqualTo(Set.copyOf(
                            io.sluice.api.RequestTarget.parse("/?" + query).parameters()));
            assertThat(sent).contains("size=1").contains("_source=false");
        }
    }
}
