package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessCall;
import io.sluice.testkit.HarnessResult;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tenants whose clients write their names into those of indices that all lie in one. */
class NestedByIndexTest {

    private final FilterHarness harness = FilterHarness.of(new TenantFactory(), """
            from: [{ index: '(?<prefix>[a-z]+)-(?<tenant>[^-]+)(?<postfix>.*)' }]
            layouts: [{ nested: { indices: ["*"] } }]
            """);

    @AfterEach
    void stop() {
        harness.close();
    }

    private HarnessCall call(String method, String target) {
        return harness.request(method, target).header("Content-Type", "application/json");
    }

    @Test
    void restoresWhatClientsCallTheirIndices() {
        HarnessResult result = call("POST", "/_bulk")
                .body("""
                        {"index":{"_index":"logs-acme-1","_id":"1"}}
                        {"a":1}
                        {"index":{"_index":"orders-acme","_id":"1"}}
                        {"a":2}
                        {"index":{"_index":"orders-bolt","_id":"1"}}
                        {"a":3}
                        """)
                .upstream(200, "application/json", """
                        {"items":[{"index":{"_index":"acme","_id":"logs-1:1"}},{"index":{"_index":"acme","_id":"orders:1"}}]}""")
                .everySplit();

        assertThat(result.upstreamBody()).isEqualTo("""
                {"index":{"_index":"acme","_id":"logs-1:1"}}
                {"baseIndex":"logs-1","logs-1":{"a":1}}
                {"index":{"_index":"acme","_id":"orders:1"}}
                {"baseIndex":"orders","orders":{"a":2}}
                """);
        assertThat(result.body())
                .contains("{\"_index\":\"logs-acme-1\",\"_id\":\"1\"}", "{\"_index\":\"orders-acme\",\"_id\":\"1\"}")
                .contains("\"_index\":\"orders-bolt\"");
    }

    @Test
    void translatesPathsIntoDocumentsForItemsThatClientsCallOtherwise() {
        HarnessCall bulk = call("POST", "/logs-acme/_bulk?filter_path=items.update.get._source.n")
                .body("{\"update\":{\"_index\":\"logs-acme\",\"_id\":\"1\"}}\n{\"doc\":{}}\n");

        assertThat(bulk.send().upstreamHead().target().raw())
                .isEqualTo("/acme/_bulk?filter_path=items.update.get._source.logs.n");
    }

    @Test
    void knowsTheIndexOfEachSearchAndOfHandles() {
        HarnessResult several = call("POST", "/_msearch")
                .body("{\"index\":\"logs-acme\"}\n{}\n{\"index\":\"orders-acme-x\"}\n{\"sort\":[\"a\"]}\n")
                .upstream(200, "application/json", """
                        {"responses":[{"hits":{"hits":[{"_index":"acme","_id":"logs:1"}]}},{"hits":{"hits":[{"_index":"acme","_id":"orders-x:1"}]}}]}""")
                .everySplit();
        String handle =
                AcmeTest.handle(call("POST", "/logs-acme-1/_search?scroll=1m").body("{}"), "{\"_scroll_id\":\"S\"}");
        HarnessResult scrolled = call("POST", "/_search/scroll")
                .body("{\"scroll_id\":\"" + handle + "\"}")
                .upstream(200, "application/json", "{\"hits\":{\"hits\":[{\"_index\":\"acme\",\"_id\":\"logs-1:1\"}]}}")
                .send();

        assertThat(several.body())
                .contains("{\"_index\":\"logs-acme\",\"_id\":\"1\"}", "{\"_index\":\"orders-acme-x\",\"_id\":\"1\"}");
        assertThat(scrolled.body()).contains("{\"_index\":\"logs-acme-1\",\"_id\":\"1\"}");
        assertThat(call("POST", "/_msearch")
                        .body("{\"index\":\"logs-acme\"}\n{}\n{\"index\":\"logs-bolt\"}\n{}\n")
                        .everySplit()
                        .status())
                .isEqualTo(403);
    }
}
