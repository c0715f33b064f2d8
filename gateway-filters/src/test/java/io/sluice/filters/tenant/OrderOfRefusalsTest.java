package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessCall;
import io.sluice.testkit.HarnessResult;
import io.sluice.testkit.TestCluster;
import io.sluice.testkit.TestContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pins which fault is answered if a request has several. A request is method, target, media type and whether it has no user. */
@Tag("slow")
class OrderOfRefusalsTest {

    private static final String SHARED = "{ shared: { indices: [logs, \"logs-*\"], routing: tenant } }";
    private static final String NESTED = "{ nested: { indices: [metrics, \"metrics-*\"], template: \"t-{tenant}\" } }";
    private static final String OWN = "{ indexPerTenant: { indices: [\"*\"] } }";

    private final TestContext context = new TestContext();
    private final FilterHarness open = harness(new TestContext(), SHARED + ", " + NESTED + ", " + OWN);
    private final FilterHarness closed =
            harness(context.reaching(new TestCluster("primary").answering(target -> null)), SHARED + ", " + OWN);
    private final FilterHarness nested = harness(new TestContext(), NESTED);
    private final FilterHarness shared = harness(new TestContext(), SHARED);

    private static FilterHarness harness(TestContext context, String layouts) {
        return FilterHarness.of(
                new TenantFactory(), "from: [{ principal: {} }]\nlayouts: [" + layouts + "]\n", context);
    }

    @AfterEach
    void stop() {
        open.close();
        closed.close();
        nested.close();
        shared.close();
    }

    private FilterHarness of(String layouts) {
        return switch (layouts) {
            case "closed" -> closed;
            case "nested" -> nested;
            case "shared" -> shared;
            default -> open;
        };
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            open   | GET /a%2Fb/%2e%2e/_nodes application/yaml nobody         | - | 400 the path has an encoded slash, backslash, percent sign or control character
            open   | GET /_nodes application/yaml nobody                      | - | 403 no tenant was found for the request
            open   | GET /_nodes?x=1 application/yaml                         | - | 403 [GET /_nodes] is not an endpoint for tenants
            open   | POST /a;b/_search?x=1 application/yaml                   | {} | 403 URL parameter [x] is denied to tenants
            open   | POST /logs,orders/_search?x=1 application/yaml           | {} | 403 the indices belong to several layouts or to none; a request must be for one layout
            open   | POST /logs,orders/_search/scroll?x=1 application/yaml    | {} | 403 [POST /logs,orders/_search/scroll] is not an endpoint for tenants
            open   | POST /logs/_forcemerge?x=1 application/yaml              | - | 403 [/[{indices}]/_forcemerge] is denied in layout shared
            closed | POST /logs/_forcemerge?x=1 application/yaml              | - | 403 [/[{indices}]/_forcemerge] is denied in layout shared
            closed | POST /logs/_search?x=1 application/yaml                  | {"x":1} | 403 URL parameter [x] is denied to tenants
            closed | POST /logs/_search application/yaml                      | {"x":1} | 503 the mapping of these indices has not been read yet
            open   | POST /logs/_search application/yaml                      | {"script_fields":{}} | 406 only JSON bodies and answers are supported here
            open   | POST /Logs/_search?x=1 application/yaml                  | {"x":1} | 403 URL parameter [x] is denied to tenants
            open   | POST /..%7C/_search application/yaml                     | {"x":1} | 406 only JSON bodies and answers are supported here
            nested | POST /_all/_doc?filter_path=_source.a application/yaml   | {} | 406 only JSON bodies and answers are supported here
            nested | POST /metrics-*/_doc?filter_path=x                       | [] | 403 in this layout the path must name exactly one index
            nested | PUT /%22/_doc/1?filter_path=hits                         | [] | 403 in this layout the path must name exactly one index
            nested | GET /metrics,metrics-1/_search?filter_path=hits.hits._source&q=a:b | {"x":1} | 403 URL parameter [filter_path] is denied to tenants with this value in a request for several indices, i
            nested | GET /metrics,metrics-1/_search?q=a:b&filter_path=hits.hits._source | {"x":1} | 403 URL parameter [q] is denied to tenants with this value in a request for several indices, in each of
            shared | GET /logs/_search?filter_path=-hits.hits._id&scroll_id=x | {"script_fields":{}} | 403 URL parameter [scroll_id] is denied to tenants
            open   | GET /_search/scroll?scroll_id=x&y=1 application/yaml     | - | 404 No search context found for the id
            open   | POST /_search/scroll?y=1 application/yaml                | {"scroll_id":"x"} | 404 No search context found for the id
            shared | POST /_search/scroll?y=1 application/yaml                | {"scroll_id":"x"} | 403 URL parameter [y] is denied to tenants
            shared | POST /_search/scroll                                     | {"scroll_id":"x","y":1} | 404 No search context found for the id
            shared | POST /_search/scroll                                     | {"y":1,"scroll_id":"x"} | 403 /y is denied to tenants: it is not known to be safe
            open   | POST /_search?y=1 application/yaml                       | {"y":1} | 403 the indices belong to several layouts or to none; a request must be for one layout
            open   | POST /_search?y=1 application/yaml                       | {"pit":{"id":"x"},"y":1} | 404 No search context found for the id
            nested | POST /_search?filter_path=a&y=1 application/yaml         | {"pit":{"id":"x"},"y":1} | 403 URL parameter [y] is denied to tenants
            nested | POST /_search?filter_path=hits.hits._source              | {"pit":{"id":"x"},"y":1} | 404 No search context found for the id
            shared | POST /_search                                            | {"y":1,"pit":{"id":"x"}} | 404 No search context found for the id
            open   | POST /_bulk?x=1 application/yaml                         | {"index":{"_index":"logs","pipeline":"p"}}~{}~ | 406 only JSON bodies and answers are supported here
            open   | POST /_bulk?x=1                                          | {"index":{"_index":"logs","pipeline":"p"}}~{}~ | 403 URL parameter [x] is denied to tenants
            open   | POST /_bulk?filter_path=items.*.get.a&x=1                | {"index":{"_index":"logs","pipeline":"p"}}~{}~ | 403 URL parameter [x] is denied to tenants
            open   | POST /_bulk?filter_path=items.*.get.a                    | {"index":{"_index":"logs","pipeline":"p"}}~{}~ | 403 filter_path is denied to tenants here: with it, items for indices of several layouts cannot be told
            open   | POST /_bulk?filter_path=errors,items.*.index             | {"delete":{"_index":"logs","_id":""}}~{"delete":{"_index":"a","_id":"1"}}~ | 403 filter_path is denied to tenants here: with it, items for indices of several layouts cannot be told
            open   | POST /_bulk?filter_path=errors,items.index.result        | {"delete":{"_index":"a","_id":"1"}}~{"delete":{"_index":"logs","_id":""}}~ | 403 filter_path is denied to tenants here: with it, items for indices of several layouts cannot be told
            open   | POST /_bulk?filter_path=items.*.get.a,items.*._index     | {"index":{"_index":"logs","pipeline":"p"}}~{}~ | 200 ingest pipelines are denied to tenants
            open   | POST /_bulk                                              | {"delete":{"_id":""}}~{"delete":{"_index":"logs","_id":""}}~ | 400 Validation Failed: 1: index is missing;
            open   | POST /_bulk                                              | {"index":{"_index":"logs","_id":"","routing":"r","pipeline":"p","dynamic_templates":{}}}~{}~ | 200 ingest pipelines are denied to tenants
            open   | POST /_bulk                                              | {"index":{"_index":"metrics","_id":"","dynamic_templates":{},"_source":"a"}}~{}~ | 200 dynamic_templates are denied to tenants in this layout
            open   | POST /_bulk                                              | {"index":{"_index":"logs","_id":"","routing":"r"}}~{"tenant_id":1}~ | 200 the tenant's name is the routing in this layout
            open   | POST /_bulk                                              | {"update":{"_index":"A","_id":"","routing":"r"}}~{"x":1}~ | 403 /x is denied to tenants: it is not known to be safe
            closed | POST /_bulk?x=1                                          | {"delete":{"_index":"logs","_id":""}}~ | 403 URL parameter [x] is denied to tenants
            closed | POST /_bulk                                              | {"delete":{"_index":"logs","_id":""}}~ | 200 the mapping of these indices has not been read yet
            closed | POST /logs/_bulk?filter_path=items.*.get.a               | {"delete":{"_index":"orders","_id":""}}~ | 503 the mapping of these indices has not been read yet
            shared | POST /_bulk?x=1 application/yaml                         | {"delete":{"_id":""}}~ | 403 URL parameter [x] is denied to tenants
            shared | POST /_bulk                                              | {"delete":{"_id":""}}~ | 400 Validation Failed: 1: index is missing;
            nested | POST /_bulk?filter_path=items.*.get.a application/yaml   | {"delete":{"_id":""}}~ | 406 only JSON bodies and answers are supported here
            nested | POST /_bulk?filter_path=items.*.get.a                    | {"delete":{"_id":""}}~ | 400 Validation Failed: 1: index is missing;
            nested | POST /metrics/_bulk?filter_path=items.*.get._source.a    | {"delete":{"_index":"metrics-1","_id":""}}~ | 403 filter_path is denied to tenants here: its meaning depends on the index, and an item targets a diffe
            nested | POST /_bulk?filter_path=items.index.result               | {"delete":{"_index":"metrics","_id":"1"}}~{"delete":{"_index":"x","_id":""}}~ | 403 filter_path is denied to tenants here: with it, items for several indices cannot be told apart; item
            open   | POST /_msearch?x=1 application/yaml                      | {"index":"logs,orders"}~{"x":1}~ | 406 only JSON bodies and answers are supported here
            open   | POST /_msearch?x=1                                       | {"index":"logs,orders"}~{"x":1}~ | 403 URL parameter [x] is denied to tenants
            open   | POST /_msearch?filter_path=responses.hits.hits._source.a&x=1 | {"index":"logs,orders"}~{"x":1}~ | 403 URL parameter [x] is denied to tenants
            open   | POST /_msearch?filter_path=responses.hits.hits._source.a | {"index":"logs,orders"}~{"x":1}~ | 403 URL parameter [filter_path] is denied to tenants here: its meaning depends on the index of each part
            open   | POST /_msearch?filter_path=-responses.hits.hits._id      | {"index":"logs,orders"}~{"x":1}~ | 403 line 1: /index is denied to tenants: the indices belong to several layouts or to none
            open   | POST /_msearch?filter_path=responses.took                | {"index":"logs","routing":"r"}~{}~{"index":"orders"}~{"x":1}~ | 403 the search whose header is line 1 is denied to tenants: the tenant's name is the routing in this lay
            open   | POST /_msearch?filter_path=responses.took                | {"index":"logs"}~{}~{"index":"orders","routing":"r"}~{"x":1}~ | 403 the search whose header is line 3 is denied to tenants: with filter_path, answers from several indic
            open   | POST /_msearch                                           | {"index":"logs,orders","routing":"r"}~{"x":1}~ | 403 line 1: /index is denied to tenants: the indices belong to several layouts or to none
            open   | POST /_msearch                                           | {"index":"logs","routing":"r"}~{"script_fields":{}}~ | 403 the search whose header is line 1 is denied to tenants: the tenant's name is the routing in this lay
            open   | POST /_msearch                                           | {"index":["logs","metrics"],"x":1}~{"script_fields":{}}~ | 403 line 1: /x is denied to tenants: it is not known to be safe
            open   | POST /_msearch                                           | {}~{"pit":{"id":"x"},"x":1}~ | 404 No search context found for the id
            open   | POST /_msearch                                           | {"routing":"r"}~{"pit":{"id":"x"},"x":1}~ | 404 No search context found for the id
            open   | POST /_msearch                                           | {"index":"logs"}~{"pit":{"id":"x"}}~{"x":1}~{}~ | 403 line 2: /pit is denied to tenants: in _msearch neither path nor header may name an index beside it,
            closed | POST /_msearch?x=1                                       | {"index":"logs"}~{"x":1}~ | 403 URL parameter [x] is denied to tenants
            closed | POST /_msearch                                           | {"index":"orders"}~{"script_fields":{}}~{"index":"logs"}~{"x":1}~ | 503 the mapping of these indices has not been read yet
            closed | POST /_msearch                                           | {"index":"logs","routing":"r"}~{"script_fields":{}}~ | 403 the search whose header is line 1 is denied to tenants: the tenant's name is the routing in this lay
            shared | POST /_msearch?x=1 application/yaml                      | {"routing":"r"}~{"script_fields":{}}~ | 403 URL parameter [x] is denied to tenants
            shared | POST /_msearch                                           | {"routing":"r"}~{"script_fields":{}}~ | 403 the search whose header is line 1 is denied to tenants: the tenant's name is the routing in this lay
            nested | POST /_msearch?filter_path=responses.hits.hits._source.a | {"index":"x"}~{"script_fields":{}}~ | 403 URL parameter [filter_path] is denied to tenants here with the path [responses.hits.hits._source.a]
            nested | POST /_msearch                                           | {"index":"x"}~{"script_fields":{}}~ | 403 line 1: /index: in this layout a request must name exactly one index
            open   | POST /_mget?x=1 application/yaml                         | {"docs":[{"_id":"1"}]} | 406 only JSON bodies and answers are supported here
            open   | POST /_mget?x=1                                          | {"docs":[{"_id":"1"}]} | 403 /docs/0 must name one index of a layout, without escapes, because the path names none
            open   | POST /_mget?x=1                                          | {"docs":[{"_index":"logs","_id":"1"},{"_id":"1"}]} | 403 URL parameter [x] is denied to tenants
            open   | POST /_mget?x=1                                          | {"docs":[]} | 403 neither the path nor a document names an index
            open   | POST /_mget?x=1                                          | {"ids":["1"]} | 403 neither the path nor a document names an index
            open   | POST /_mget?filter_path=docs._source.a                   | {"docs":[{"_index":"logs","_id":"1","x":1},{"_index":"a","_id":"1"}]} | 403 filter_path is denied to tenants here: with it, documents of several indices cannot be told apart
            open   | POST /_mget?filter_path=docs._source.a&x=1               | {"docs":[{"_index":"logs","_id":"1","x":1},{"_index":"a","_id":"1"}]} | 403 URL parameter [x] is denied to tenants
            open   | POST /_mget?filter_path=-docs._id                        | {"docs":[{"_index":"logs","_id":"1","x":1}]} | 403 /docs/0/x is denied to tenants: it is not known to be safe
            open   | POST /_mget?filter_path=-docs._id                        | {"docs":[{"_index":"metrics","_id":"1","x":1}]} | 403 /docs/0/x is denied to tenants: it is not known to be safe
            open   | POST /_mget                                              | {"docs":[{"_index":"logs","_id":"1","routing":"r","x":1}]} | 403 /docs/0/routing is denied to tenants: the tenant's name is the routing in this layout
            open   | POST /_mget                                              | {"x":1,"docs":[{"_index":"logs","_id":"1","routing":"r"}]} | 403 /x is denied to tenants: documents must be listed in docs, each with its index
            closed | POST /_mget?x=1                                          | {"docs":[{"_index":"logs","_id":"1"}]} | 403 URL parameter [x] is denied to tenants
            closed | POST /_mget                                              | {"docs":[{"_index":"orders","_id":"1"},{"_index":"logs","_id":"1"},{"_id":"1"}]} | 503 the mapping of these indices has not been read yet
            closed | POST /_mget                                              | {"docs":[{"_index":"orders","_id":"1"},{"_id":"1"},{"_index":"logs","_id":"1"}]} | 403 /docs/1 must name one index of a layout, without escapes, because the path names none
            shared | POST /_mget?x=1 application/yaml                         | {"docs":[{"_id":"1","x":1}]} | 403 URL parameter [x] is denied to tenants
            shared | POST /_mget                                              | {"docs":[{"_id":"1","x":1}]} | 400 Validation Failed: 1: index is missing for doc 0;
            shared | POST /_mget?filter_path=-docs._id                        | {"docs":[{"_id":"1","x":1}]} | 400 Validation Failed: 1: index is missing for doc 0;
            nested | POST /_mget?x=1 application/yaml                         | {"docs":[{"_id":"1","x":1}]} | 406 only JSON bodies and answers are supported here
            nested | POST /_mget?x=1                                          | {"docs":[{"_index":"metrics","_id":"1","x":1}]} | 403 URL parameter [x] is denied to tenants
            nested | POST /_mget                                              | {"docs":[{"_index":"x","_id":"1","x":1}]} | 403 /docs/0 must name one index of a layout, without escapes, because the path names none
            """)
    void answersTheFirstOfSeveralFaults(String layouts, String request, @Nullable String body, String refusal) {
        String[] parts = request.split(" ");
        HarnessCall call = of(layouts)
                .request(parts[0], parts[1])
                .header("Content-Type", parts.length > 2 ? parts[2] : "application/json")
                .body(body == null ? "" : body.replace('~', '\n'));
        context.runTasks();

        HarnessResult result = (parts.length > 3 ? call : call.principal("acme")).send();

        assertThat(result.status() + " " + result.body().replaceFirst("(?s).*?\"reason\":\"", ""))
                .startsWith(refusal);
    }
}
