package io.sluice.bench.stub.http;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.sluice.bench.stub.bulk.BulkExchange;
import io.sluice.bench.stub.cluster.CatTables;
import io.sluice.bench.stub.cluster.ClusterDocuments;
import io.sluice.bench.stub.cluster.StubCluster;
import io.sluice.bench.stub.cluster.StubIndex;
import io.sluice.bench.stub.cluster.StubNode;
import io.sluice.bench.stub.fault.FaultPlan;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Finds the exchange for a request. What it does not know it acknowledges. Immutable, safe for all threads. */
public final class StubRouter {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final StubCluster cluster;
    private final FaultPlan faults;
    private final ClusterDocuments documents;
    private final CatTables cat;
    private final CannedAnswers canned;
    private final CreatedIndices created;
    private final StubControl control;

    /**
     * A router.
     *
     * @param documentBytes size of the answer to a GET of one document
     * @param threads event loops of the process
     */
    public StubRouter(StubCluster cluster, FaultPlan faults, int documentBytes, int threads) {
        this.cluster = cluster;
        this.faults = faults;
        this.documents = new ClusterDocuments(cluster);
        this.cat = new CatTables(cluster);
        this.canned = new CannedAnswers(cluster, documentBytes);
        this.created = new CreatedIndices(cluster.indices());
        this.control = new StubControl(cluster, faults, canned, threads);
    }

    private record Call(HttpMethod method, List<String> path, QueryStringDecoder query) {
        String segment(int i) {
            return i < path.size() ? path.get(i) : "";
        }

        String last() {
            return path.isEmpty() ? "" : path.get(path.size() - 1);
        }

        Set<String> names(int i) {
            return segment(i).isEmpty()
                    ? Set.of()
                    : Set.copyOf(Arrays.asList(segment(i).split(",")));
        }

        boolean writes() {
            return method.equals(HttpMethod.PUT) || method.equals(HttpMethod.POST);
        }

        boolean has(String parameter) {
            return query.parameters().containsKey(parameter);
        }

        String parameter(String name) {
            return query.parameters().getOrDefault(name, List.of("")).get(0);
        }
    }

    /** The exchange that takes this request's body and answers it. */
    StubExchange exchange(HttpRequest request, StubNode node, RandomGenerator random, ByteBufAllocator allocator) {
        QueryStringDecoder query = new QueryStringDecoder(request.uri());
        List<String> path = Arrays.stream(query.path().split("/"))
                .filter(segment -> !segment.isEmpty())
                .toList();
        Call call = new Call(request.method(), path, query);
        if (call.last().equals("_bulk") && call.writes()) {
            String index = path.size() > 1 ? call.segment(0) : null;
            String routing = call.has("routing") ? call.parameter("routing") : null;
            BulkExchange.Defaults defaults = new BulkExchange.Defaults(index, routing);
            return new BulkExchange(
                    cluster, node, defaults, faults.items(node.name(), request.uri(), random), allocator);
        }
        if (call.segment(0).equals("_stub")) {
            return control.exchange(call.method, call.segment(1));
        }
        if (call.last().equals("_msearch")) {
            return new MultiSearchExchange(canned::pages);
        }
        if (call.writes() && call.segment(0).equals("_aliases")) {
            return new TextExchange(body -> created.aliases(body));
        }
        if (call.method.equals(HttpMethod.PUT)
                && path.size() == 1
                && !call.segment(0).startsWith("_")) {
            return new TextExchange(body -> created.index(call.segment(0), body));
        }
        return new PlainExchange(plain(call, node));
    }

    private Supplier<StubReply> plain(Call call, StubNode node) {
        return switch (call.segment(0)) {
            case "" -> () -> StubReply.json(documents.banner(node));
            case "_nodes" -> () -> StubReply.json(documents.nodesHttp());
            case "_cat" -> () -> cat(call);
            case "_cluster" -> cluster(call);
            case "_alias" -> () -> StubReply.json(documents.aliasesOf(call.names(1)));
            case "_resolve" -> () -> StubReply.json(documents.resolve(call.names(2)));
            case "_search" -> call.segment(1).equals("scroll") || call.has("scroll") ? canned::scroll : canned::page;
            case "_count" -> StubRouter::count;
            default -> call.segment(0).startsWith("_") ? StubRouter::acknowledged : index(call);
        };
    }

    private Supplier<StubReply> cluster(Call call) {
        return switch (call.segment(1)) {
            case "health" -> () -> StubReply.json(documents.health());
            case "state" -> () -> StubReply.json(documents.state(call.names(2), call.names(3)));
            default -> StubRouter::acknowledged;
        };
    }

    private Supplier<StubReply> index(Call call) {
        String name = call.segment(0);
        return switch (call.segment(1)) {
            case "" -> () -> indexItself(call, name);
            case "_search" -> call.has("scroll") ? canned::scroll : canned::page;
            case "_count" -> StubRouter::count;
            case "_search_shards" -> () -> searchShards(call, name);
            case "_doc", "_create", "_update", "_source" ->
                call.method.equals(HttpMethod.GET) || call.method.equals(HttpMethod.HEAD)
                        ? canned::document
                        : () -> written(call, name);
            case "_pit" -> () -> StubReply.json(MAPPER.createObjectNode().put("id", "c3R1Yi1waXQ="));
            case "_refresh", "_flush", "_forcemerge" -> () -> StubReply.json(shards(MAPPER.createObjectNode()));
            default -> StubRouter::acknowledged;
        };
    }

    private StubReply indexItself(Call call, String name) {
        if (call.method.equals(HttpMethod.DELETE)) {
            return acknowledged();
        }
        ObjectNode root = MAPPER.createObjectNode();
        for (String one : name.split(",")) {
            if (find(one) == null) {
                return StubReply.error(404, "index_not_found_exception", "no such index [" + one + "]");
            }
            root.set(one, documents.state(Set.of("metadata"), Set.of(one)).at("/metadata/indices/" + one));
        }
        return StubReply.json(root);
    }

    private StubReply searchShards(Call call, String name) {
        StubIndex index = find(name);
        return index == null
                ? StubReply.error(404, "index_not_found_exception", "no such index [" + name + "]")
                : StubReply.json(documents.searchShards(index, call.parameter("routing")));
    }

    private StubReply written(Call call, String name) {
        boolean delete = call.method.equals(HttpMethod.DELETE);
        ObjectNode root = MAPPER.createObjectNode().put("_index", name);
        if (cluster.typed()) {
            root.put("_type", "_doc");
        }
        root.put("_id", call.path.size() > 2 ? call.segment(2) : "c3R1YnN0dWJzdHVic3R1")
                .put("_version", 1)
                .put("result", delete ? "deleted" : "created");
        shards(root).put("_seq_no", 0).put("_primary_term", 1);
        return StubReply.json(delete ? 200 : 201, root);
    }

    private StubReply cat(Call call) {
        CatTables.Table table = cat.table(call.segment(1));
        return call.parameter("format").equals("json")
                ? StubReply.json(table.json())
                : StubReply.text(table.text(call.has("v")));
    }

    private @Nullable StubIndex find(String name) {
        return cluster.indices().find(name);
    }

    private static ObjectNode shards(ObjectNode root) {
        root.putObject("_shards").put("total", 1).put("successful", 1).put("failed", 0);
        return root;
    }

    private static StubReply count() {
        return StubReply.json(shards(MAPPER.createObjectNode().put("count", 10_000)));
    }

    private static StubReply acknowledged() {
        return StubReply.json(MAPPER.createObjectNode().put("acknowledged", true));
    }
}
