package io.sluice.dist;

import static io.sluice.dist.EqualDice.a;
import static io.sluice.dist.EqualDice.o;
import static io.sluice.dist.EqualDocuments.LOGS;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Groups of requests that can be compared only as a whole: slices, and writes conditional on the sequence number of the
 * last change.
 */
final class EqualParts {

    private static final String SEARCH = "GET POST /{indices}/_search";
    private static final String WRITE = "PUT POST /{index}/_doc/{id}";
    private static final String READ = "GET HEAD /{index}/_doc/{id}";
    private static final List<String> CHANGES =
            List.of("POST /{indices}/_update_by_query", "POST /{indices}/_delete_by_query");

    private final EqualServers servers;
    private final EqualDice dice;
    private final EqualDocuments documents;
    private final EqualQueries queries;

    EqualParts(EqualServers servers, EqualDice dice, EqualDocuments documents, EqualQueries queries) {
        this.servers = servers;
        this.dice = dice;
        this.documents = documents;
        this.queries = queries;
    }

    /** Searches all slices; their individual contents are not compared. */
    void search() throws IOException, InterruptedException {
        ObjectNode body = o("query", queries.any(), "size", 1000, "sort", a("_score", "uid"));
        String indices = documents.indices().of("logs,orders");
        together(new EqualRequest(SEARCH, "POST", "/" + indices + "/_search?scroll=1m", body.toString()), body);
    }

    /** Changes documents slice by slice. */
    void change() throws IOException, InterruptedException {
        String change = dice.of(CHANGES);
        ObjectNode body = o("query", o("bool", o("filter", a(o("term", o("n", dice.below(30))), queries.any()))));
        String target =
                "/" + documents.indices().of("*") + "/" + change.substring(change.indexOf("}/") + 2) + "?refresh=true";
        together(new EqualRequest(change, "POST", target, body.toString()), body);
    }

    private void together(EqualRequest request, ObjectNode body) throws IOException, InterruptedException {
        int parts = dice.between(2, 4);
        List<EqualServers.Both> all = new ArrayList<>();
        for (int i = 0; i < parts; i++) {
            body.set("slice", o("id", i, "max", parts));
            EqualRequest slice =
                    new EqualRequest(request.endpoint(), request.method(), request.target(), dice.shuffled(body));
            all.add(servers.ask(slice, slice));
        }
        List<TenantGateway.Answer> relayed =
                all.stream().map(EqualServers.Both::relayed).toList();
        List<TenantGateway.Answer> direct =
                all.stream().map(EqualServers.Both::direct).toList();
        servers.compare(request, new EqualServers.Both(sum(relayed), sum(direct)), "slices");
    }

    /** All responses merged into one: numbers added, hits sorted. */
    private static TenantGateway.Answer sum(List<TenantGateway.Answer> answers) throws IOException {
        if (answers.contains(TenantGateway.Answer.NONE)) {
            return TenantGateway.Answer.NONE;
        }
        ObjectNode sum = o();
        List<JsonNode> hits = new ArrayList<>();
        for (TenantGateway.Answer answer : answers) {
            for (String name : List.of("total", "updated", "deleted", "version_conflicts", "noops")) {
                sum.put(name, sum.path(name).asInt() + answer.json().path(name).asInt());
            }
            sum.put(
                    "hits",
                    sum.path("hits").asInt()
                            + answer.json().at("/hits/total/value").asInt());
            answer.json().at("/hits/hits").forEach(hits::add);
            sum.set("error", answer.json().path("error"));
        }
        hits.sort(Comparator.comparing(hit -> hit.path("sort").toString()));
        ArrayNode sorted = sum.putArray("found");
        hits.forEach(sorted::add);
        TenantGateway.Answer first = answers.getFirst();
        return new TenantGateway.Answer(first.status(), sum.toString(), first.whole());
    }

    /**
     * Writes a document if it is unchanged since it was read; each side gets its own sequence number, or a later one.
     */
    void write() throws IOException, InterruptedException {
        String id = documents.id();
        EqualServers.Both read =
                servers.send(new EqualRequest(READ, "GET", "/logs/_doc/" + id + "?realtime=true", ""), "");
        int late = dice.in(3) ? 1_000_000 : 0;
        ObjectNode document = documents.document(LOGS, id);
        servers.send(
                conditional(read.relayed(), id, document, late),
                conditional(read.direct(), id, document, late),
                "if_seq_no");
    }

    private static EqualRequest conditional(TenantGateway.Answer read, String id, ObjectNode document, int later)
            throws IOException {
        int number = read.json().path("_seq_no").asInt() + later;
        return new EqualRequest(
                WRITE, "PUT", "/logs/_doc/" + id + "?if_primary_term=1&if_seq_no=" + number, document.toString());
    }
}
