package io.sluice.filters.guide;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessResult;
import io.sluice.testkit.RouterHarness;
import io.sluice.testkit.TestCluster;
import io.sluice.testkit.TestContext;
import java.util.List;
import org.junit.jupiter.api.Test;

class GuideExamplesTest {

    @Test
    void headNamesTheFlow() {
        FilterHarness harness = FilterHarness.of(new HeadExample());

        assertThat(harness.request("GET", "/").send().upstreamHead().headers().get("X-Flow"))
                .isEqualTo("test");
        assertThat(harness.request("HEAD", "/").send().upstreamHead().headers().contains("X-Flow"))
                .isFalse();
    }

    @Test
    void answerKeepsIndices() {
        FilterHarness harness = FilterHarness.of(new AnswerExample());

        assertThat(harness.request("DELETE", "/logs").send().status()).isEqualTo(403);
        assertThat(harness.request("DELETE", "/,").send().status()).isEqualTo(403);
        assertThat(harness.request("DELETE", "/tmp-1,logs").send().status()).isEqualTo(403);
        assertThat(harness.request("DELETE", "/tmp-*,%6c*").send().status()).isEqualTo(403);
        assertThat(harness.request("DELETE", "/?index=logs").send().status()).isEqualTo(400);
        assertThat(harness.request("DELETE", "/tmp-1,%74mp-2").send().relayed()).isTrue();
        assertThat(harness.request("GET", "/logs").send().relayed()).isTrue();
        assertThat(harness.request("DELETE", "/logs/_doc/1").send().relayed()).isTrue();
    }

    @Test
    void jsonLimitsSearches() {
        HarnessResult result = FilterHarness.of(new JsonExample())
                .request("POST", "/logs/_search")
                .header("Content-Type", "application/json")
                .body("{\"timeout\":\"1h\", \"query\":{\"match_all\":{}}}")
                .everySplit();

        assertThat(result.upstreamBody()).isEqualTo("{ \"query\":{\"match_all\":{}},\"timeout\":\"10s\"}");
    }

    @Test
    void jsonLimitsSearchesWithoutABody() {
        HarnessResult result = FilterHarness.of(new JsonExample())
                .request("GET", "/logs/_search")
                .everySplit();

        assertThat(result.upstreamBody()).isEqualTo("{\"timeout\":\"10s\"}");
    }

    @Test
    void ndjsonLimitsTheSearchesOfAnMsearch() {
        HarnessResult result = FilterHarness.of(new NdjsonExample())
                .request("POST", "/_msearch")
                .body("{\"index\":\"a\"}\n{\"size\":1}\n{}\n{}\n")
                .everySplit();

        assertThat(result.upstreamBody())
                .isEqualTo("{\"index\":\"a\"}\n{\"size\":1,\"timeout\":\"10s\"}\n{}\n{\"timeout\":\"10s\"}\n");
    }

    @Test
    void ndjsonRefusesAnEmptyFirstLine() {
        HarnessResult result = FilterHarness.of(new NdjsonExample())
                .request("POST", "/_msearch")
                .body("\n{\"index\":\"a\"}\n{\"size\":1}\n")
                .everySplit();

        assertThat(result.status()).isEqualTo(400);
    }

    @Test
    void bulkRejectsDeletesAndSetsThePipeline() {
        HarnessResult result = FilterHarness.of(new BulkExample())
                .request("POST", "/logs/_bulk")
                .body("{\"index\":{\"_id\":\"1\"}}\n{\"a\":1}\n{\"delete\":{\"_id\":\"2\"}}\n")
                .upstream(
                        200,
                        "application/json",
                        "{\"took\":3,\"errors\":false,\"items\":[{\"index\":{\"_id\":\"1\",\"status\":201}}]}")
                .everySplit();

        assertThat(result.upstreamBody()).contains("\"pipeline\":\"clean\"").doesNotContain("delete");
        assertThat(result.body())
                .contains("\"errors\":true")
                .contains("\"delete\"")
                .contains("documents are not deleted here");
    }

    @Test
    void routerSendsArchivedIndicesToTheirCluster() {
        List<RouterHarness.Placement> placed = RouterHarness.of(
                        new RouterExample(), "{ prefix: old-, cluster: archive }")
                .cluster("archive", "10.0.1.1:9200")
                .index("old-logs", 3)
                .route("/_bulk", "{\"index\":{\"_index\":\"old-logs\",\"_id\":\"1\"}}\n{}\n");

        assertThat(placed.getFirst().cluster()).isEqualTo("archive");
        assertThat(placed.getFirst().node()).isEqualTo("10.0.1.1:9200");
    }

    @Test
    void streamRefusesWhatIsTooLarge() {
        FilterHarness harness = FilterHarness.of(new StreamExample());

        assertThat(harness.request("POST", "/").body("x".repeat(1 << 20)).send().relayed())
                .isTrue();
        assertThat(harness.request("POST", "/")
                        .body("x".repeat((1 << 20) + 1))
                        .gzip()
                        .send()
                        .status())
                .isEqualTo(413);
    }

    @Test
    void aggregateSendsTheHash() {
        HarnessResult result = FilterHarness.of(new AggregateExample())
                .request("POST", "/")
                .body("abc")
                .everySplit();

        assertThat(result.upstreamHead().headers().get("X-Body-SHA256")).startsWith("ba7816bf");
        assertThat(result.upstreamBody()).isEqualTo("abc");
    }

    @Test
    void firstLineChoosesTheCluster() {
        FilterHarness harness = FilterHarness.of(new FirstLineExample());
        String archive = "{\"index\":{\"_index\":\"archive\"}}\n{}\n";
        String other = "{\"index\":{\"_index\":\"other\"}}\n{\"_index\":\"archive\"}\n";

        HarnessResult result = harness.request("POST", "/_bulk").body(archive).everySplit();

        assertThat(result.target()).isEqualTo("secondary");
        assertThat(result.upstreamBody()).isEqualTo(archive);
        assertThat(harness.request("POST", "/_bulk")
                        .body(other)
                        .gzip()
                        .everySplit()
                        .target())
                .isNull();
    }

    @Test
    void readerRefusesWhileAClusterIsRed() {
        TestCluster cluster = new TestCluster("primary").answering(target -> "{\"status\":\"red\"}");
        TestContext context = new TestContext().reaching(cluster);
        FilterHarness harness = FilterHarness.of(new ReaderExample(context), context);
        context.runTasks();
        assertThat(harness.request("GET", "/").send().status()).isEqualTo(503);

        cluster.answering(target -> "{\"status\":\"green\"}");
        context.advance(cluster.every());
        assertThat(harness.request("GET", "/").send().relayed()).isTrue();
    }

    @Test
    void laterChoosesTheCluster() {
        TestContext context = new TestContext();
        FilterHarness harness = FilterHarness.of(new LaterExample(context, customer -> "secondary"), context);

        assertThat(harness.request("GET", "/")
                        .header("X-Customer", "acme")
                        .send()
                        .target())
                .isEqualTo("secondary");
        assertThat(harness.request("GET", "/").send().status()).isEqualTo(400);
    }

    @Test
    void responsesAreChangedOnTheirWayBack() {
        FilterHarness harness = FilterHarness.of(new ResponseExample());

        assertThat(harness.request("PUT", "/logs/_doc/1")
                        .upstream(201, "application/json", "{}")
                        .send()
                        .headers()
                        .get("X-Copied"))
                .isEqualTo("/logs/_doc/1");
        assertThat(harness.request("GET", "/")
                        .upstream(200, "application/json", "{\"took\":1,\"_shards\":{\"total\":5}}")
                        .everySplit()
                        .body())
                .isEqualTo("{\"took\":1}");
        assertThat(harness.request("GET", "/_cat/indices")
                        .upstream(200, "text/plain", "a\tb")
                        .everySplit()
                        .body())
                .isEqualTo("a b");
        assertThat(harness.request("GET", "/_search?format=yaml")
                        .upstream(200, "application/yaml", "_shards: 5")
                        .send()
                        .status())
                .isEqualTo(502);
        assertThat(harness.request("GET", "/")
                        .upstream(404, "text/html", "<p>")
                        .everySplit()
                        .body())
                .contains("there is no such thing");
        assertThat(harness.request("GET", "/")
                        .upstream(429, "text/plain", "queue")
                        .everySplit()
                        .body())
                .isEqualTo("slow down: queue");
        assertThat(harness.request("GET", "/")
                        .upstream(500, "text/plain", "a\tb")
                        .everySplit()
                        .body())
                .isEqualTo("a\tb");
    }

    @Test
    void completeCountsSuccessfulWrites() {
        TestContext context = new TestContext();
        FilterHarness harness = FilterHarness.of(new CompleteExample(context), context);

        harness.request("POST", "/").body("12345").send();
        harness.request("POST", "/")
                .body("12345")
                .upstream(500, "text/plain", "")
                .send();
        harness.request("GET", "/").body("12345").send();

        assertThat(context.meters().count("written_bytes")).isEqualTo(5);
    }
}
