package io.sluice.dist;

import static io.sluice.dist.EqualDice.o;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.filters.tenant.endpoint.Endpoint;
import io.sluice.filters.tenant.endpoint.Use;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Features that are allowed for tenants' own indices but denied in another layout: verified to be denied, not compared.
 */
final class EqualDenials {

    /** Denied parts of features that are allowed in shared indices. */
    private static final List<String> IN_SHARED = List.of(
            "POST /logs/_update/1 {\"script\":\"ctx.op = 'none'\"}",
            "POST /logs/_update_by_query {\"script\":{\"source\":\"ctx._source.n += 1\"}}",
            "POST /_bulk {\"update\":{\"_index\":\"logs\",\"_id\":\"1\"}}\n{\"script\":\"ctx.op = 'none'\"}\n",
            "POST /logs/_search {\"query\":{\"terms\":{\"k\":{\"index\":\"logs\",\"id\":\"1\",\"path\":\"k\"}}}}",
            "POST /logs/_search {\"query\":{\"geo_shape\":{\"g\":{\"indexed_shape\":{\"id\":\"1\"}}}}}",
            "POST /logs/_search {\"query\":{\"script\":{\"script\":\"true\"}}}",
            "POST /logs/_search {\"query\":{\"script_score\":{\"query\":{\"match_all\":{}},\"script\":\"1\"}}}",
            "POST /logs/_search {\"sort\":[{\"_script\":{\"type\":\"number\",\"script\":\"1\"}}]}",
            "POST /logs/_search {\"script_fields\":{\"a\":{\"script\":\"1\"}}}",
            "POST /logs/_search {\"highlight\":{\"require_field_match\":false,\"fields\":{\"t\":{}}}}",
            "POST /logs/_search {\"fields\":[\"_id\"]}",
            "POST /logs/_search {\"aggs\":{\"a\":{\"value_count\":{\"field\":\"_id\"}}}}",
            "POST /logs/_search {\"aggs\":{\"a\":{\"terms\":{\"field\":\"k\",\"min_doc_count\":0}}}}",
            "POST /logs/_search {\"aggs\":{\"a\":{\"avg\":{\"script\":\"1\"}}}}",
            "POST /logs/_search {\"aggs\":{\"a\":{\"scripted_metric\":{\"map_script\":\"1\"}}}}",
            "POST /logs/_search {\"aggs\":{\"a\":{\"bucket_script\":{\"buckets_path\":\"b\",\"script\":\"1\"}}}}",
            "POST /logs/_search {\"aggs\":{\"a\":{\"bucket_selector\":{\"buckets_path\":\"b\",\"script\":\"1\"}}}}",
            "POST /logs/_search {\"aggs\":{\"a\":{\"moving_fn\":{\"buckets_path\":\"b\",\"script\":\"1\"}}}}",
            "POST /logs/_search?q=a {\"query\":{\"match_all\":{}}}",
            "POST /logs/_field_caps?fields=* {\"index_filter\":{\"match_all\":{}}}",
            "POST /logs/_search {\"query\":{\"prefix\":{\"k\":{\"value\":\"a\",\"rewrite\":\"top_terms_1\"}}}}",
            "POST /logs/_search {\"query\":{\"match\":{\"t\":{\"query\":\"a\",\"fuzziness\":1}}}}",
            "POST /logs/_search {\"query\":{\"multi_match\":{\"query\":\"a\",\"type\":\"phrase_prefix\",\"fields\":[\"t\"]}}}",
            "POST /logs/_search {\"query\":{\"query_string\":{\"query\":\"t:a~1\"}}}",
            "POST /logs/_search {\"query\":{\"simple_query_string\":{\"query\":\"a~1\"}}}",
            "POST /logs/_search {\"query\":{\"intervals\":{\"t\":{\"prefix\":{\"prefix\":\"a\"}}}}}",
            "POST /logs/_search {\"highlight\":{\"fields\":{\"tv\":{\"type\":\"fvh\"}}}}",
            "POST /logs/_search {\"aggs\":{\"a\":{\"date_histogram\":{\"field\":\"at\",\"fixed_interval\":\"1d\",\"offset\":\"1h\"}}}}",
            "POST /logs/_update_by_query?terminate_after=9 {\"query\":{\"match_all\":{}}}",
            "GET /logs/_search?q=t:a~1",
            "GET /logs,*s/_count");

    /** The same, if the tenant's name is the routing. */
    private static final List<String> ROUTED = List.of(
            "GET /logs/_doc/1?routing=a",
            "POST /logs/_search?routing=acme",
            "POST /_bulk {\"index\":{\"_index\":\"logs\",\"_id\":\"1\",\"routing\":\"a\"}}\n{}\n",
            "POST /_msearch {\"index\":\"logs\",\"routing\":\"a\"}\n{}\n",
            "POST /_mget {\"docs\":[{\"_index\":\"logs\",\"_id\":\"1\",\"routing\":\"a\"}]}");

    /** Denied parts of features that are allowed in the nested layout. */
    private static final List<String> IN_NESTED = List.of(
            "POST /logs,orders/_search {\"query\":{\"match\":{\"t\":\"amber\"}}}",
            "POST /l*/_search {\"query\":{\"ids\":{\"values\":[\"1\"]}}}",
            "POST /_search {\"aggs\":{\"a\":{\"avg\":{\"field\":\"n\"}}}}",
            "POST /*/_search {\"query\":{\"query_string\":{\"query\":\"t:amber\"}}}",
            "POST /logs,orders/_search {\"fields\":[\"*\"]}",
            "POST /logs,orders/_search {\"stored_fields\":[\"_none_\"]}",
            "GET /logs,orders/_search?sort=n",
            "GET /logs,orders/_search?_source=n",
            "GET /logs,orders/_search?filter_path=hits.hits._source",
            "GET /_count?q=n:1",
            "GET /_all/_count?q=amber&df=t",
            "GET /*/_mapping",
            "GET /_mapping",
            "GET /l*/_field_caps?fields=*",
            "GET /logs,orders/_validate/query",
            "POST /logs,orders/_delete_by_query {\"query\":{\"match_all\":{}}}",
            "POST /*/_update_by_query",
            "DELETE /logs,orders",
            "DELETE /*",
            "POST /_mget {\"docs\":[{\"_index\":\"logs\",\"_id\":\"1\"},{\"_id\":\"1\"}]}",
            "POST /_mget {\"docs\":[{\"_index\":\"logs,orders\",\"_id\":\"1\"}]}",
            "POST /_bulk?filter_path=items.*.error {\"delete\":{\"_index\":\"logs\",\"_id\":\"x\"}}\n{\"delete\":{\"_index\":\"orders\",\"_id\":\"x\"}}\n",
            "POST /_mget?filter_path=docs {\"docs\":[{\"_index\":\"logs\",\"_id\":\"1\"},{\"_index\":\"orders\",\"_id\":\"1\"}]}",
            "GET /logs/_doc/1?filter_path=**.logs",
            "GET /logs/_doc/1?filter_path=*.n",
            "POST /logs/_search?filter_path=aggregations.a.hits.hits._source",
            "POST /_bulk?filter_path=items.update.get._source.n {\"update\":{\"_index\":\"logs\",\"_id\":\"1\"}}\n{\"doc\":{},\"_source\":true}\n",
            "POST /logs/_msearch?filter_path=responses.hits.hits._source.n {\"index\":\"orders\"}\n{}\n",
            "POST /logs/_mget {\"docs\":[{\"_index\":\"orders\",\"_id\":\"1\"}]}",
            "POST /_msearch {}\n{\"sort\":\"n\"}\n",
            "POST /_msearch {\"index\":[\"logs\",\"orders\"]}\n{\"query\":{\"exists\":{\"field\":\"n\"}}}\n",
            "POST /_msearch {\"index\":\"*\"}\n{\"collapse\":{\"field\":\"k\"}}\n",
            "POST /_msearch {\"index\":[\"l*\",\"-logs\"]}\n{}\n",
            "POST /logs/_update/1 {\"script\":\"ctx.op = 'none'\"}",
            "POST /logs/_update_by_query {\"script\":{\"source\":\"ctx._source.n += 1\"}}",
            "POST /_bulk {\"update\":{\"_index\":\"logs\",\"_id\":\"1\"}}\n{\"script\":\"ctx.op = 'none'\"}\n",
            "POST /logs/_search {\"query\":{\"terms\":{\"k\":{\"index\":\"orders\",\"id\":\"1\",\"path\":\"k\"}}}}",
            "POST /logs/_search {\"indices_boost\":[{\"orders\":2}]}",
            "POST /logs/_search {\"query\":{\"geo_shape\":{\"g\":{\"indexed_shape\":{\"id\":\"1\"}}}}}",
            "POST /logs/_search {\"query\":{\"script\":{\"script\":\"true\"}}}",
            "POST /logs/_search {\"query\":{\"script_score\":{\"query\":{\"match_all\":{}},\"script\":\"1\"}}}",
            "POST /logs/_search {\"sort\":[{\"_script\":{\"type\":\"number\",\"script\":\"1\"}}]}",
            "POST /logs/_search {\"script_fields\":{\"a\":{\"script\":\"1\"}}}",
            "POST /logs/_search {\"runtime_mappings\":{\"a\":{\"type\":\"long\",\"script\":\"emit(1)\"}}}",
            "POST /logs/_search {\"highlight\":{\"require_field_match\":false,\"fields\":{\"t\":{}}}}",
            "POST /logs/_search {\"fields\":[\"_id\"]}",
            "POST /logs/_search {\"aggs\":{\"a\":{\"value_count\":{\"field\":\"_id\"}}}}",
            "POST /logs/_search {\"aggs\":{\"a\":{\"avg\":{\"script\":\"1\"}}}}",
            "POST /logs/_search {\"aggs\":{\"a\":{\"scripted_metric\":{\"map_script\":\"1\"}}}}",
            "POST /logs/_search {\"aggs\":{\"a\":{\"bucket_script\":{\"buckets_path\":\"b\",\"script\":\"1\"}}}}",
            "POST /logs/_search {\"aggs\":{\"a\":{\"bucket_selector\":{\"buckets_path\":\"b\",\"script\":\"1\"}}}}",
            "POST /logs/_search {\"aggs\":{\"a\":{\"moving_fn\":{\"buckets_path\":\"b\",\"script\":\"1\"}}}}",
            "POST /logs/_search?q=a {\"query\":{\"match_all\":{}}}",
            "PUT /logs/_mapping {\"properties\":{\"j\":{\"type\":\"join\",\"relations\":{\"a\":\"b\"}}}}",
            "PUT /logs/_mapping {\"properties\":{\"c\":{\"type\":\"constant_keyword\"}}}",
            "PUT /logs/_mapping {\"dynamic_templates\":[]}");

    private static final Map<EqualLayout, List<String>> INSIDE = Map.of(
            EqualLayout.SHARED,
            IN_SHARED,
            EqualLayout.SHARED_CONSTANT,
            IN_SHARED,
            EqualLayout.SHARED_ROUTED,
            Stream.concat(IN_SHARED.stream(), ROUTED.stream()).toList(),
            EqualLayout.NESTED,
            IN_NESTED);

    private final EqualServers servers;
    private final EqualTables here;
    private final EqualTables elsewhere = EqualTables.of(EqualLayout.INDEX_PER_TENANT);
    private final EqualDocuments documents;
    private final EqualSearches searches;
    private final EqualRequests reads;
    private final EqualWrites writes;

    EqualDenials(EqualServers servers, EqualLayout layout, EqualDice dice) {
        this.servers = servers;
        this.here = EqualTables.of(layout);
        this.documents = new EqualDocuments(dice, servers.kind(), elsewhere.layout());
        this.searches = new EqualSearches(dice, documents, elsewhere);
        this.reads = new EqualRequests(dice, documents, searches, elsewhere);
        this.writes = new EqualWrites(dice, documents, reads, searches.queries(), elsewhere);
    }

    /** Descriptions of what was not denied. */
    List<String> differences(String tenant) throws IOException, InterruptedException {
        List<String> allowed = new ArrayList<>();
        for (String request : requests()) {
            String[] parts = request.split(" ", 3);
            TenantGateway.Answer answer = servers.as(tenant, parts[0], parts[1], parts.length > 2 ? parts[2] : "");
            if (answer.status() != 403 && !answer.body().contains("\"status\":403")) {
                allowed.add(here.layout() + " allows " + request + "\n  " + answer);
            }
        }
        return allowed;
    }

    private List<String> requests() {
        List<String> requests = new ArrayList<>(INSIDE.getOrDefault(here.layout(), List.of()));
        without(elsewhere.queries(), here.queries())
                .forEach(type -> search(requests, o("query", searches.queries().of(type))));
        without(elsewhere.aggregations(), here.aggregations())
                .forEach(type ->
                        search(requests, o("aggs", searches.aggregations().of(type))));
        without(elsewhere.searchMembers(), here.searchMembers())
                .forEach(name -> search(requests, searches.withMember(name)));
        Map<String, Endpoint> known = new TreeMap<>();
        here.endpoints().forEach(row -> known.put(EqualRequests.key(row), row));
        for (Endpoint row : elsewhere.endpoints()) {
            String key = EqualRequests.key(row);
            if (!known.containsKey(key)) {
                requests.add(request(row, key));
            } else {
                row.parameters().all().forEach((name, use) -> {
                    if (use == Use.OWN_INDEX_ONLY || use == Use.FALSE_UNLESS_OWN) {
                        requests.add(row.methods().getFirst() + " " + path(row) + "?" + name + "=true");
                    }
                });
            }
        }
        return requests;
    }

    private String request(Endpoint row, String key) {
        boolean any = !here.layout().oneIndexARequest();
        if (any && reads.endpoints().contains(key)) {
            return reads.of(row).toString();
        }
        if (any && writes.endpoints().contains(key)) {
            return writes.of(row).toString();
        }
        String body = row.methods().contains("PUT") ? " " + documents.index() : "";
        return row.methods().getFirst() + " " + path(row) + body;
    }

    private static String path(Endpoint row) {
        return row.path()
                .replaceAll("[\\[]?[{]ind[a-z]+[}]]?", "logs")
                .replace("{fields}", "n")
                .replace("{id}", "1")
                .replaceAll("\\[?[{][a-z]+}]?", "x");
    }

    private static void search(List<String> requests, ObjectNode body) {
        requests.add("POST /logs/_search " + body);
    }

    private static Set<String> without(Set<String> all, Set<String> some) {
        Set<String> left = new TreeSet<>(all);
        left.removeAll(some);
        return left;
    }
}
