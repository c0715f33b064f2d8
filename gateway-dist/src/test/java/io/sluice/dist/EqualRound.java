package io.sluice.dist;

import static io.sluice.dist.EqualDice.o;
import static io.sluice.dist.EqualDocuments.LOGS;
import static io.sluice.dist.EqualDocuments.ORDERS;

import io.sluice.devcluster.ServerKind;
import io.sluice.filters.tenant.endpoint.Endpoint;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Compares one tenant's alternating writes and reads, while other tenants change documents with the same ids. */
final class EqualRound {

    static final List<String> TENANTS = List.of("acme", "beta", "gamma");

    /** Answered by the gateway, or shown in part: a license, and nodes, are not the tenant's. */
    static final Set<String> NOT_COMPARED = Set.of(
            "GET /_nodes/http",
            "GET /_nodes/http,settings",
            "GET /_nodes/_all/http",
            "GET /_license",
            "GET HEAD /_xpack",
            "GET POST /[{indices}]/_search_shards");

    private static final String CREATE = "PUT /{index}";
    private static final String DELETE = "DELETE /{indices}";
    private static final String MAP = "PUT POST /{indices}/_mapping";
    private static final String MAP_ALSO = "PUT POST /{indices}/_mappings";
    private static final String COUNT = "GET POST /[{indices}]/_count";
    private static final String REFRESH = "GET POST /[{indices}]/_refresh";
    private static final int WRITES = 25;
    private static final int READS = 120;

    private final EqualTables tables;
    private final EqualDice dice;
    private final EqualDocuments documents;
    private final EqualSearches searches;
    private final EqualRequests reads;
    private final EqualWrites writes;
    private final Supplier<String> queries;
    private final Supplier<String> aggregations;
    private final Supplier<String> members;
    private final Supplier<Endpoint> reading;
    private final Supplier<Endpoint> writing;

    EqualRound(EqualDice dice, ServerKind kind, EqualTables tables) {
        this.dice = dice;
        this.tables = tables;
        this.documents = new EqualDocuments(dice, kind, tables.layout());
        this.searches = new EqualSearches(dice, documents, tables);
        this.reads = new EqualRequests(dice, documents, searches, tables);
        this.writes = new EqualWrites(dice, documents, reads, searches.queries(), tables);
        this.queries = dice.deck(searches.queries().allowed());
        this.aggregations = dice.deck(searches.aggregations().allowed());
        this.members = dice.deck(searches.allowed());
        this.reading = dice.deck(reads.allowed());
        this.writing = dice.deck(writes.allowed());
    }

    /** Everything the tables allow without a generator. */
    Set<String> forgotten() {
        Set<String> forgotten = new TreeSet<>(tables.queries());
        forgotten.removeAll(searches.queries().types());
        forgotten.addAll(without(tables.aggregations(), searches.aggregations().types()));
        forgotten.addAll(without(tables.searchMembers(), searches.members()));
        Set<String> endpoints = new TreeSet<>();
        tables.endpoints().forEach(row -> endpoints.add(EqualRequests.key(row)));
        endpoints.removeAll(reads.endpoints());
        endpoints.removeAll(writes.endpoints());
        endpoints.removeAll(EqualHandles.endpoints());
        endpoints.removeAll(EqualUpkeep.endpoints());
        endpoints.removeAll(Set.of(CREATE, DELETE, MAP, MAP_ALSO, REFRESH));
        forgotten.addAll(without(endpoints, NOT_COMPARED));
        Set<String> parameters = new TreeSet<>();
        tables.endpoints()
                .forEach(row -> parameters.addAll(row.parameters().all().keySet()));
        forgotten.addAll(without(parameters, reads.parameters().names()));
        return forgotten;
    }

    private static Set<String> without(Set<String> all, Set<String> known) {
        Set<String> left = new TreeSet<>(all);
        left.removeAll(known);
        // Goes through pages, elsewhere.
        left.remove("pit");
        return left;
    }

    /** Everything the tables allow that this server never answered successfully. */
    Set<String> neverSucceeded(EqualServers servers) {
        Set<String> never = new TreeSet<>();
        Stream.of(tables.queries(), tables.aggregations(), tables.searchMembers())
                .flatMap(Set::stream)
                .filter(name -> servers.succeeded(name) == 0)
                .forEach(never::add);
        tables.endpoints().stream()
                .map(EqualRequests::key)
                .filter(key -> !NOT_COMPARED.contains(key) && servers.succeeded(key) == 0)
                .forEach(never::add);
        return never;
    }

    /** Recreates the tenant's indices and sends about the given number of requests. */
    void run(EqualServers servers, String tenant, int requests) throws IOException, InterruptedException {
        servers.compare(tenant);
        List<String> others =
                TENANTS.stream().filter(name -> !name.equals(tenant)).toList();
        servers.clear();
        new EqualMaker(servers, tables.layout(), tenant, others).make(documents.index());
        fill(servers, others);
        for (int end = servers.sent() + requests; servers.sent() < end; ) {
            EqualParts parts = new EqualParts(servers, dice, documents, searches.queries());
            for (int i = 0; i < WRITES; i++) {
                write(servers, others);
            }
            parts.write();
            refresh(servers);
            parts.change();
            refresh(servers);
            if (tables.ownFields()) {
                servers.merge();
            }
            parts.search();
            read(servers, Math.min(servers.sent() + READS, end));
        }
        if (tables.layout().oneIndexARequest()) {
            new EqualSeveral(servers, dice).run();
        }
        new EqualUpkeep(servers, tables).run();
        draw(servers);
        if (tables.ownFields()) {
            delete(servers);
        }
    }

    /** Runs last; deleting an index of the nested layout empties it and leaves the others unchanged. */
    private void delete(EqualServers servers) throws IOException, InterruptedException {
        String deleted = documents.indices().of("logs,orders");
        servers.send(new EqualRequest(DELETE, "DELETE", "/" + deleted, ""), "");
        if (tables.layout().oneIndexARequest()) {
            String left = deleted.equals(LOGS) ? ORDERS : LOGS;
            servers.send(new EqualRequest(COUNT, "GET", "/" + left + "/_count", ""), "");
        }
    }

    private Endpoint endpoint(String path) {
        return tables.endpoints().stream()
                .filter(row -> row.path().equals(path))
                .findFirst()
                .orElseThrow();
    }

    private void fill(EqualServers servers, List<String> others) throws IOException, InterruptedException {
        Endpoint bulk = endpoint("/_bulk");
        for (int i = 0; i < 12; i++) {
            servers.send(writes.of(bulk), "");
            servers.sendAs(dice.of(others), writes.of(bulk));
        }
        if (!tables.ownFields()) {
            return;
        }
        String mapping = "{\"properties\":{\"added\":{\"type\":\"%s\"}}}";
        String also = "/" + documents.indices().of("*") + "/_mappings";
        servers.send(new EqualRequest(MAP_ALSO, "PUT", also, mapping.formatted("keyword")), "");
        for (String type : List.of("keyword", "long")) {
            String path = "/" + documents.indices().of("*") + "/_mapping";
            servers.send(new EqualRequest(MAP, "PUT", path, mapping.formatted(type)), "");
        }
    }

    private void refresh(EqualServers servers) throws IOException, InterruptedException {
        List<String> paths = tables.layout().oneIndexARequest() && dice.in(2)
                ? List.of("/logs/_refresh", "/orders/_refresh")
                : List.of(dice.of("/_refresh", "/*/_refresh"));
        for (String path : paths) {
            servers.send(new EqualRequest(REFRESH, "POST", path, ""), "");
        }
    }

    private void write(EqualServers servers, List<String> others) throws IOException, InterruptedException {
        EqualRequest request = writes.of(writing.get());
        if (!tables.apart() && request.endpoint().endsWith("_by_query")) {
            // A write with refresh makes its whole shard visible, which is a different shard here.
            refresh(servers);
        }
        if (!request.draws()) {
            servers.send(request, "");
            servers.sendAs(dice.of(others), writes.of(writing.get()));
        }
    }

    private void read(EqualServers servers, int end) throws IOException, InterruptedException {
        EqualHandles handles = new EqualHandles(servers, dice, searches);
        Endpoint search = endpoint("/{indices}/_search");
        handles.scroll();
        handles.pointInTime();
        while (servers.sent() < end) {
            String query = queries.get();
            servers.send(reads.search(search, searches.withQuery(query)), query);
            String aggregation = aggregations.get();
            servers.send(reads.search(search, searches.withAggregation(aggregation)), aggregation);
            String member = members.get();
            servers.send(reads.search(search, searches.withMember(member)), member);
            servers.send(reads.of(reading.get()), "");
        }
    }

    /** Runs last, because it advances the sequence numbers of a shard that the server chooses. */
    private void draw(EqualServers servers) throws IOException, InterruptedException {
        Endpoint row = endpoint("/{index}/_doc");
        for (int i = 0; i < 5; i++) {
            servers.send(writes.of(row), "");
        }
        String bulk = "{\"index\":{}}\n" + o("uid", "drawn") + "\n{\"create\":{\"_index\":\"orders\"}}\n{}\n";
        servers.send(
                new EqualRequest("POST PUT /{index}/_bulk", "POST", "/logs/_bulk?refresh=true", bulk, true, true), "");
    }
}
