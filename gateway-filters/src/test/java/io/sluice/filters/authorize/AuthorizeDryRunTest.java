package io.sluice.filters.authorize;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessResult;
import io.sluice.testkit.TestCluster;
import io.sluice.testkit.TestContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A dry run refuses nothing, changes nothing, and counts what it cannot judge. */
class AuthorizeDryRunTest extends AuthorizeTest {

    private static final String DENIED = "authorize_would_deny{class=%s}";
    private static final String UNJUDGED = "authorize_unjudged";

    private final FilterHarness dry = harness(READ_LOGS, "dryRun: true");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/logs-1/_search | {\"query\":",
                "/logs-1/_search | {\"query\":{\"a\":1} // no comment",
                "/logs-1/_search | not json",
                "/logs-1/_search | {\"a\":1}{}",
                "/logs-1/_search | {\"a\":NaN}",
                "/_search | {'pit':{'id':'x'}}",
                "/logs-1/_count | {\"query\":'x'}",
                "/_mget | {\"docs\":[",
                "/logs-1/_msearch | {};{;",
                "/logs-1/_bulk | {\"index\":;",
                "/logs-1/_bulk?routing=a&routing=b | {\"index\":{}}",
                "/_reindex | [}",
                "/_aliases | {\"actions\":x}",
                "/logs-1/_clone/logs-2 | {x}",
            })
    void letsBodiesGoOnThatItCannotRead(String target, String text) {
        String body = text.replace(';', '\n');
        HarnessResult result = dry.request("POST", target)
                .header(
                        "Content-Type",
                        target.contains("_bulk") || target.contains("_msearch")
                                ? "application/x-ndjson"
                                : "application/json")
                .body(body)
                .everySplit();

        assertThat(result.relayed()).as(result.describe()).isTrue();
        assertThat(result.upstreamBody()).isEqualTo(body);
        assertThat(context.meters().count(UNJUDGED)).isPositive();
    }

    @Test
    void letsBodiesOfOtherKindsGoOn() {
        String smile = "not json";

        assertThat(dry.request("POST", "/logs-1/_search")
                        .header("Content-Type", "application/smile")
                        .body(smile)
                        .send()
                        .upstreamBody())
                .isEqualTo(smile);
        assertThat(dry.request("POST", "/logs-1/_search")
                        .header("Content-Type", "application/json")
                        .header("Content-Encoding", "zstd")
                        .body(smile)
                        .send()
                        .upstreamBody())
                .isEqualTo(smile);
        assertThat(dry.request("GET", "/logs-1/_search?source=%7B%7D&source_content_type=application/json")
                        .send()
                        .relayed())
                .isTrue();
        assertThat(dry.request("GET", "/logs-1/../secret-1/_search").send().relayed())
                .isTrue();
        assertThat(context.meters().count(UNJUDGED)).isEqualTo(4);
    }

    @Test
    void countsWhatABodyNamesAndLetsItGoOn() {
        String body = "{\"query\":{\"terms\":{\"u\":{\"index\":\"secret-1\",\"id\":\"1\",\"path\":\"p\"}}}}";

        assertThat(json(dry, "POST", "/logs-1/_search", body).send().upstreamBody())
                .isEqualTo(body);
        assertThat(context.meters().count(DENIED.formatted("read"))).isEqualTo(1);
        assertThat(context.meters().count(UNJUDGED)).isZero();
    }

    @Test
    void countsDeniedItemsOfABulkAndKeepsThem() {
        String body = """
                {"index":{"_index":"secret-1","_id":"1"}}
                {"a":1}
                """;
        HarnessResult result = dry.request("POST", "/_bulk")
                .header("Content-Type", "application/x-ndjson")
                .body(body)
                .upstream(200, "application/json", "{\"errors\":false,\"items\":[{\"index\":{\"status\":201}}]}")
                .send();

        assertThat(result.upstreamBody()).isEqualTo(body);
        assertThat(result.body()).isEqualTo("{\"errors\":false,\"items\":[{\"index\":{\"status\":201}}]}");
        assertThat(context.meters().count(DENIED.formatted("write"))).isEqualTo(1);
    }

    @Test
    void letsAShapeGoOnWhoseIndexIsNotNamed() {
        String body = "{\"query\":{\"geo_shape\":{\"g\":{\"indexed_shape\":{\"id\":\"1\"}}}}}";

        assertThat(json(dry, "POST", "/logs-1/_search", body).everySplit().upstreamBody())
                .isEqualTo(body);
    }

    @Test
    void waitsForNoNames() {
        TestContext unread = new TestContext().reaching(new TestCluster("primary").answering(target -> "{}"));
        FilterHarness harness =
                FilterHarness.of(AuthorizeFilter.class, "rules: [" + READ_LOGS + "]\ndryRun: true", unread);
        unread.runTasks();

        assertThat(harness.request("GET", "/all-logs/_search").send().relayed()).isTrue();
        assertThat(unread.meters().count(UNJUDGED)).isEqualTo(1);
    }

    @Test
    void leavesIdsAsTheyAre() {
        String answer = "{\"_scroll_id\":\"DnF1ZXJ5VGhlbkZldGNoAgAAAAAAAAABFk1=\"}";

        assertThat(dry.request("POST", "/logs-1/_search?scroll=1m")
                        .principal("ann")
                        .upstream(200, "application/json", answer)
                        .send()
                        .body())
                .isEqualTo(answer);
        assertThat(json(dry, "POST", "/_search/scroll", answer.replace("_scroll", "scroll"))
                        .principal("ann")
                        .send()
                        .relayed())
                .isTrue();

        dry.request("DELETE", "/_search/scroll/_all").principal("ann").send();
        assertThat(context.meters().count(DENIED.formatted("read"))).isEqualTo(1);
    }
}
