package io.sluice.filters.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Filters of one class each, as the guide recommends them. */
class ShortFiltersTest {

    @Test
    void redactsAFieldInEachHit() {
        HarnessResult result = FilterHarness.of(RedactExample.class, "")
                .request("POST", "/logs/_search")
                .body("{}")
                .upstream(
                        200,
                        "application/json",
                        "{\"took\":1,\"hits\":{\"hits\":[{\"_id\":\"1\",\"_source\":{\"card\":4711,\"a\":{\"card\":1}}},"
                                + "{\"_source\":{\"card\":[1,{\"b\":2}]}},{\"_id\":\"3\"}]}}")
                .everySplit();

        assertThat(result.body())
                .isEqualTo(
                        "{\"took\":1,\"hits\":{\"hits\":[{\"_id\":\"1\",\"_source\":{\"card\":\"hidden\",\"a\":{\"card\":1}}},"
                                + "{\"_source\":{\"card\":\"hidden\"}},{\"_id\":\"3\"}]}}");
    }

    @Test
    void redactsTheFieldThatIsConfigured() {
        HarnessResult result = FilterHarness.of(RedactExample.class, "field: /holder/iban")
                .request("GET", "/_search")
                .upstream(
                        200,
                        "application/json",
                        "{\"hits\":{\"hits\":[{\"_source\":{\"card\":1,\"holder\":{\"iban\":\"AT61\"}}}]}}")
                .everySplit();

        assertThat(result.body())
                .isEqualTo("{\"hits\":{\"hits\":[{\"_source\":{\"card\":1,\"holder\":{\"iban\":\"hidden\"}}}]}}");
    }

    @Test
    void redactsNothingButAPointer() {
        assertThatThrownBy(() -> FilterHarness.of(RedactExample.class, "field: holder"))
                .hasMessageContaining("field must be a JSON pointer such as /card, is holder");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/_search?from=91&size=10 | {}",
                "/_search?from=101 | {}",
                "/logs/_search | {'from':91,'size':10}",
                "/logs/_search | {'size':'10','from':91}",
                "/logs/doc/_search?size=10 | {'from':91}",
                "/logs/_search?from=91 | {'size':10}",
                "/logs/_search | {'size':{}}",
                "/logs/_search | {'from':9223372036854775807,'size':9223372036854775807}",
            })
    void refusesPagesBeyondTheWindow(String target, String body) {
        HarnessResult result = FilterHarness.of(WindowExample.class, "most: 100")
                .request("POST", target)
                .body(body.replace('\'', '"'))
                .everySplit();

        assertThat(result.status()).isEqualTo(400);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/_search?from=90&size=10 | {} | {}",
                "/_search?from=95 | {} | {'size':5}",
                "/_search?from=95 |  | {'size':5}",
                "/logs/_search |  | {'size':10}",
                "/logs/_search?size=3 |  | {}",
                "/logs/_search | {'from':95} | {'from':95,'size':5}",
                "/logs/_search | {'size':-1,'from':100} | {'size':-1,'from':100}",
                "/logs/_search | {'query':{'from':99999}} | {'query':{'from':99999},'size':10}",
            })
    void keepsPagesWithinTheWindow(String target, @Nullable String body, String sent) {
        FilterHarness harness = FilterHarness.of(WindowExample.class, "most: 100");
        HarnessResult result = body == null
                ? harness.request("GET", target).everySplit()
                : harness.request("POST", target).body(body.replace('\'', '"')).everySplit();

        assertThat(result.upstreamBody()).isEqualTo(sent.replace('\'', '"'));
    }

    @Test
    void refusesAnAnswerThatItCouldNotRedact() {
        FilterHarness harness = FilterHarness.of(RedactExample.class, "");

        assertThat(harness.request("GET", "/_search?format=yaml").send().status())
                .isEqualTo(400);
        assertThat(harness.request("GET", "/_search?format=json").send().relayed())
                .isTrue();
        assertThat(harness.request("GET", "/_cat/indices?format=yaml").send().relayed())
                .isTrue();
    }

    @Test
    void refusesToShowAHitThatHasTheFieldTwice() {
        HarnessResult result = FilterHarness.of(RedactExample.class, "")
                .request("POST", "/logs/_search")
                .body("{}")
                .upstream(
                        200,
                        "application/json",
                        "{\"hits\":{\"hits\":[{\"_source\":{\"card\":4711,\"c\\u0061rd\":2}}]}}")
                .send();

        assertThat(result.status()).isEqualTo(502);
        assertThat(result.body()).doesNotContain("4711");
    }

    @Test
    void addsAPipelineToItemsOfAnIndex() {
        HarnessResult result = FilterHarness.of(PipelineExample.class, "pipelines: { logs: clean }")
                .request("POST", "/logs/_bulk")
                .body(
                        "{\"index\":{}}\n{\"a\":1}\n{\"create\":{\"_index\":\"other\"}}\n{}\n{\"delete\":{\"_id\":\"1\"}}\n")
                .everySplit();

        assertThat(result.upstreamBody())
                .isEqualTo("{\"index\":{\"pipeline\":\"clean\"}}\n{\"a\":1}\n{\"create\":{\"_index\":\"other\"}}\n{}\n"
                        + "{\"delete\":{\"_id\":\"1\"}}\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"aggs\":{\"a\":{\"terms\":{\"field\":\"b\",\"size\":10}}}}|200",
                "{\"aggs\":{\"a\":{\"terms\":{\"size\":11}}}}|400",
                "{\"aggs\":{\"x\":{},\"a\":{\"terms\":{\"size\":\"11\"}}}}|400",
                "{\"aggs\":{\"a\":{\"terms\":{\"size\":1.1e1}}}}|400",
                "{\"aggs\":{\"a\":{\"terms\":{\"size\":1,\"size\":2}}}}|400",
                "{\"aggs\":{\"a\":{\"terms\":{\"size\":true}}}}|400",
                "{\"aggs\":{\"a\":{\"terms\":{\"size\":{}}}}}|400",
                "{\"aggs\":{\"a\":{\"avg\":{\"size\":99}}},\"size\":99}|200"
            })
    void refusesTooManyBuckets(String body, int status) {
        HarnessResult result = FilterHarness.of(SizeExample.class, "most: 10")
                .request("POST", "/logs/_search")
                .header("Content-Type", "application/json")
                .body(body)
                .everySplit();

        assertThat(result.status()).isEqualTo(status);
        if (status == 200) {
            assertThat(result.upstreamBody()).isEqualTo(body);
        }
    }

    @Test
    void answersFromATable() {
        FilterHarness harness =
                FilterHarness.of(TableExample.class, "{ index: countries, documents: { at: { name: Austria } } }");

        assertThat(harness.request("GET", "/countries/_source/at").send().body())
                .isEqualTo("{\"name\":\"Austria\"}");
        assertThat(harness.request("GET", "/countries/_source/xx").send().status())
                .isEqualTo(404);
        assertThat(harness.request("GET", "/other/_source/at").send().relayed()).isTrue();
        assertThat(harness.request("DELETE", "/countries/_source/at").send().relayed())
                .isTrue();
    }

    @Test
    void stampsTheCaller() {
        FilterHarness harness = FilterHarness.of(StampExample.class, "");

        assertThat(harness.request("GET", "/")
                        .principal("ann")
                        .header("X-Opaque-Id", "forged")
                        .send()
                        .upstreamHead()
                        .headers()
                        .get("X-Opaque-Id"))
                .isEqualTo("test/ann");
        assertThat(harness.request("GET", "/")
                        .header("X-Opaque-Id", "forged")
                        .send()
                        .upstreamHead()
                        .headers()
                        .contains("X-Opaque-Id"))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Redact", "Pipeline", "Size", "Table", "Stamp"})
    void takesAtMostFortyLinesBelowItsImports(String name) throws IOException {
        Path source = Path.of("src/test/java/io/sluice/filters/guide/" + name + "Example.java");

        assertThat(Files.readAllLines(source).stream().dropWhile(line -> !line.startsWith("/**")))
                .hasSizeLessThanOrEqualTo(40);
    }
}
