package io.sluice.dist;

import io.sluice.api.RequestTarget;
import io.sluice.filters.tenant.endpoint.Endpoint;
import io.sluice.filters.tenant.endpoint.EndpointTable;
import io.sluice.filters.tenant.endpoint.Route;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Index administration by a tenant: create, copy, alias, count and maintain indices. Each step is one request; the
 * order provides each step with what it needs. Steps that a layout does not allow are skipped.
 */
final class EqualUpkeep {

    private static final String BULK = "{\"index\":{\"_id\":\"1\"}}\n{\"k\":\"a\",\"t\":\"one two two\"}\n"
            + "{\"index\":{\"_id\":\"2\"}}\n{\"k\":\"b\",\"t\":\"three\"}\n{\"index\":{\"_id\":\"3\"}}\n{\"k\":\"a\"}\n";

    private static final String MAPPING =
            "{\"settings\":{\"number_of_shards\":2,\"number_of_replicas\":0},\"mappings\":{\"properties\":{\"k\":{\"type\":\"keyword\"},"
                    + "\"t\":{\"type\":\"text\",\"term_vector\":\"yes\"}}},\"aliases\":{\"u-all\":{},\"u-a\":{\"filter\":{\"term\":{\"k\":\"a\"}},\"routing\":\"1\"}}}";

    /** Of every layout; of one that has no indices of the tenant's own, for those that are there. */
    private static final List<String> EVERYWHERE = List.of(
            "GET /_cluster/health/logs?level=cluster&wait_for_status=yellow&timeout=9s",
            "POST /logs/_flush?force=true&wait_if_ongoing=true",
            "POST /logs/_forcemerge?flush=true&only_expunge_deletes=true",
            "POST /logs/_cache/clear?query=true&request=true&fielddata=true&fields=k",
            "POST /_analyze {\"tokenizer\":\"standard\",\"filter\":[\"lowercase\",{\"type\":\"stop\",\"stopwords\":[\"and\"]}],\"text\":\"This AND that\",\"explain\":true}",
            "POST /logs/_analyze {\"field\":\"t\",\"text\":[\"One Two\",\"three\"]}",
            "POST /logs/_analyze {\"analyzer\":\"nosuch\",\"text\":\"a\"}",
            "POST /_search?index=logs {\"query\":{\"match_phrsae_prefix\":{\"k\":\"a\"}}}",
            "POST /logs/_search {\"query\":{\"bool\":{\"msut\":[]}}}",
            "POST /logs/_search {\"sise\":1,\"query\":{\"match_all\":{}}}",
            "POST /logs/_count {\"match_all\":{}}",
            "POST /logs/_validate/query {\"query\":{\"trem\":{\"k\":\"a\"}}}",
            "POST /logs/_search {\"aggs\":{\"a\":{\"date_histgoram\":{\"field\":\"k\"}}}}",
            "POST /logs/_search {\"query\":{\"match\":{\"t\":{\"query\":\"a\",\"oprator\":\"and\"}}}}",
            "POST /logs/_update/1 {\"dco\":{\"n\":1}}",
            "POST /logs/_update/1 {\"doc\":{\"n\":1},\"detectt_noop\":false}",
            "POST /logs/_update/1 {\"doc\":{\"n\":1},\"_source\":{\"inclds\":[\"n\"]}}",
            "POST /logs/_mget {\"docs\":[{\"_id\":\"1\",\"_indx\":\"orders\"}]}",
            "POST /logs/_mget {\"dosc\":[{\"_id\":\"1\"}]}",
            "POST /logs/_mget {\"idz\":\"1\"}");

    private static final List<String> OWN = List.of(
            "PUT /u-1 " + MAPPING,
            "POST /u-1/_bulk?refresh=true " + BULK,
            "GET /u-a/_search?sort=k&routing=1",
            "GET /u-all/_count",
            "GET /_alias/u-*",
            "GET /u-1/_alias",
            "GET /_alias/u-a,nosuch",
            "GET /u-*,-u-1/_alias/*",
            "HEAD /_alias/u-all",
            "HEAD /nosuch/_alias/u-all",
            "PUT /u-1/_alias/u-b {\"filter\":{\"term\":{\"k\":\"b\"}},\"is_write_index\":true}",
            "POST /_aliases {\"actions\":[{\"add\":{\"indices\":[\"u-*\"],\"aliases\":[\"u-c\",\"u-d\"]}},{\"remove\":{\"index\":\"u-1\",\"alias\":\"u-b\"}}]}",
            "POST /_aliases {\"actions\":[{\"remove\":{\"index\":\"u-1\",\"alias\":\"nosuch\"}}]}",
            "POST /_aliases {\"actions\":[{\"add\":{\"index\":\"nosuch\",\"alias\":\"u-e\"}}]}",
            "DELETE /u-1/_alias/u-d",
            "DELETE /u-1/_alias/nosuch",
            "GET /_cat/aliases/u-*?v&s=alias&h=alias,index,filter,routing.index",
            "GET /_cat/aliases?format=json&h=a,i&s=a",
            "GET /_cat/indices/u-*?v&h=health,index,pri,rep,docs.count&s=index",
            "GET /_cat/indices/u-*?h=i,docs.count",
            "GET /_cat/count/u-1?h=count",
            "GET /_cat/indices?help",
            "GET /_cat/indices/nosuch",
            "GET /_resolve/index/u-*?expand_wildcards=all",
            "GET /_resolve/index/nosuch*",
            "GET /u-1/_termvectors/1?fields=t&term_statistics=true",
            "POST /u-1/_termvectors {\"doc\":{\"t\":\"two three\"},\"fields\":[\"t\"],\"offsets\":false}",
            "GET /u-1/_termvectors/nosuch",
            "POST /_mtermvectors {\"docs\":[{\"_index\":\"u-1\",\"_id\":\"1\",\"fields\":[\"t\"]},{\"_index\":\"nosuch\",\"_id\":\"1\"}]}",
            "POST /u-1/_mtermvectors {\"ids\":[\"1\",\"2\"],\"parameters\":{\"positions\":false}}",
            "GET /u-1/_stats/docs?level=indices",
            "GET /u-1/_stats/nosuch",
            "GET /nosuch/_stats",
            "GET /_cluster/health/u-1?level=shards&wait_for_no_relocating_shards=true&wait_for_active_shards=1",
            "GET /u-1/_settings/index.number_of_*?flat_settings=true",
            "PUT /u-1/_settings {\"index\":{\"refresh_interval\":\"7s\",\"blocks\":{\"write\":true}}}",
            "PUT /u-1/_settings {\"index.number_of_shards\":7}",
            "PUT /u-1/_doc/9 {\"k\":\"x\"}",
            "GET /u-1/_settings?flat_settings=true",
            "PUT /u-1/_clone/u-2 {\"settings\":{\"index.blocks.write\":null},\"aliases\":{\"u-copy\":{}}}",
            "PUT /u-1/_split/u-3 {\"settings\":{\"index.number_of_shards\":4}}",
            "PUT /u-1/_shrink/u-4 {\"settings\":{\"index.number_of_shards\":1}}",
            "PUT /u-1/_split/u-5 {\"settings\":{\"index.number_of_shards\":3}}",
            "GET /_cluster/health/u-2,u-3,u-4?wait_for_status=yellow&timeout=20s",
            "GET /u-copy/_count",
            "PUT /u-1/_settings {\"index.blocks.write\":null}",
            "POST /_reindex?refresh=true {\"source\":{\"index\":[\"u-1\"],\"query\":{\"term\":{\"k\":\"a\"}}},\"dest\":{\"index\":\"u-6\"}}",
            "POST /_reindex {\"source\":{\"index\":\"nosuch\"},\"dest\":{\"index\":\"u-6\"}}",
            "GET /u-6/_search?sort=_doc",
            "PUT /u-roll-1 {\"aliases\":{\"u-roll\":{}}}",
            "POST /u-roll/_rollover?dry_run=true {\"conditions\":{\"max_docs\":5}}",
            "POST /u-roll/_rollover {\"aliases\":{\"u-new\":{}}}",
            "POST /u-roll/_rollover/u-roll-x",
            "POST /u-1/_rollover",
            "POST /u-1/_close",
            "GET /u-1/_search",
            "POST /u-1/_open",
            "POST /nosuch/_close",
            "GET /_segments?index=nosuch",
            "DELETE /u-1,u-2,u-3,u-4,u-6",
            "DELETE /u-roll-*");

    private final EqualServers servers;
    private final EqualTables tables;

    EqualUpkeep(EqualServers servers, EqualTables tables) {
        this.servers = servers;
        this.tables = tables;
    }

    /** All rows of the filter's table that have a step. */
    static Set<String> endpoints() {
        Set<String> endpoints = new TreeSet<>();
        for (List<String> steps : List.of(EVERYWHERE, OWN)) {
            steps.forEach(step -> endpoints.add(EqualRequests.key(endpoint(step))));
        }
        return endpoints;
    }

    private static Endpoint endpoint(String step) {
        String[] parts = step.split(" ", 3);
        Route route = EndpointTable.ALL.find(parts[0], RequestTarget.parse(parts[1]));
        if (route == null) {
            throw new IllegalStateException("no endpoint: " + step);
        }
        return route.endpoint();
    }

    /** Runs all steps that the layout allows. */
    void run() throws IOException, InterruptedException {
        steps(EVERYWHERE);
        if (tables.apart()) {
            steps(OWN);
        }
    }

    private void steps(List<String> steps) throws IOException, InterruptedException {
        for (String step : steps) {
            Endpoint endpoint = endpoint(step);
            if (tables.endpoints().contains(endpoint)) {
                String[] parts = step.split(" ", 3);
                servers.send(
                        new EqualRequest(
                                EqualRequests.key(endpoint), parts[0], parts[1], parts.length > 2 ? parts[2] : ""),
                        "");
            }
        }
    }
}
