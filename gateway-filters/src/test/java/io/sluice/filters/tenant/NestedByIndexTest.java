package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessCall;
import io.sluice.testkit.HarnessResult;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

    // Documents have the names without the tenant's.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'query':{'term':{'_index':'logs-acme'}}}",
                "{'query':{'bool':{'must_not':{'terms':{'_index':['logs-acme']}}}}}",
                "{'query':{'prefix':{'_index':{'value':'logs'}}}}",
                "{'query':{'exists':{'field':'_index'}}}",
                "{'query':{'query_string':{'query':'a:1 AND NOT _index:logs*'}}}",
                "{'query':{'query_string':{'query':'x','default_field':'_index'}}}",
                "{'query':{'multi_match':{'query':'logs','fields':['_index']}}}",
                "{'aggs':{'a':{'terms':{'field':'_index'}}}}",
                "{'aggs':{'a':{'composite':{'sources':[{'b':{'terms':{'field':'_index'}}}]}}}}",
                "{'sort':['_index']}",
                "{'sort':[{'_index':'desc'}]}",
                "{'fields':['_index']}",
                "{'docvalue_fields':[{'field':'_index'}]}",
                "{'highlight':{'fields':{'_index':{}}}}"
            })
    void refusesTheNameOfTheIndexOfDocuments(String search) {
        HarnessResult result = call("POST", "/logs-acme/_search")
                .body(search.replace('\'', '"'))
                .everySplit();

        assertThat(result.status()).as(result.body()).isEqualTo(403);
        assertThat(result.relayed()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST /logs-acme/_search?q=_index:logs-acme",
                "POST /logs-acme/_search?q=x%20OR%20(a:1%20_index:l*)",
                "POST /logs-acme/_search?q=x&df=_index",
                "POST /logs-acme/_search?sort=a,_index:desc",
                "POST /logs-acme/_search?docvalue_fields=_index",
                "POST /logs-acme/_search?stored_fields=_index",
                "POST /logs-acme/_delete_by_query?q=NOT%20_index:logs-acme",
                "GET /logs-acme/_count?q=_index:x"
            })
    void refusesTheNameOfTheIndexOfDocumentsInUrls(String request) {
        String[] parts = request.split(" ");
        HarnessResult result = call(parts[0], parts[1]).send();

        assertThat(result.status()).as(result.body()).isEqualTo(403);
        assertThat(result.relayed()).isFalse();
    }

    @Test
    void takesFieldsThatAreCalledLikeIt() {
        assertThat(call("POST", "/logs-acme/_search?sort=_index2")
                        .body("{\"query\":{\"term\":{\"a._index\":\"x\"}}}")
                        .send()
                        .upstreamBody())
                .contains("logs.a._index");
    }
}
