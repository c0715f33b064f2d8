package io.sluice.bench.soak;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.bench.net.NodeHttp;
import java.io.IOException;
import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Compares what the cluster has with what was acknowledged. For one thread. */
final class OutageCheck {
    private static final int PAGE = 5_000;

    private final NodeHttp cluster;
    private final OutageDocuments documents;
    private final Tally tally;
    private long again;

    OutageCheck(NodeHttp cluster, OutageDocuments documents, Tally tally) {
        this.cluster = cluster;
        this.documents = documents;
        this.tally = tally;
    }

    /** Looks at every document. */
    void run() throws IOException, InterruptedException {
        cluster.send("POST", "/" + OutageDocuments.INDEX + "," + OutageDocuments.EVENTS + "/_refresh", "");
        compareEvents();
        compareDocuments();
    }

    /** How many operations more than acknowledged ones the versions of the documents count that are never deleted. */
    long executedAgain() {
        return again;
    }

    private void compareEvents() throws IOException, InterruptedException {
        BitSet found = new BitSet();
        // Of one point in time: segments that are merged between two pages would show an event again.
        JsonNode page = cluster.send(
                "POST",
                "/" + OutageDocuments.EVENTS + "/_search?scroll=1m",
                "{\"size\":" + PAGE + ",\"sort\":[\"_doc\"]}");
        while (!page.at("/hits/hits").isEmpty()) {
            for (JsonNode hit : page.at("/hits/hits")) {
                int number = hit.at("/_source/n").asInt(-1);
                if (number < 0 || number >= documents.sentEvents()) {
                    tally.fault("an event that nobody sent");
                } else if (found.get(number)) {
                    tally.fault("event " + number + " is there twice");
                } else {
                    found.set(number);
                }
            }
            page = cluster.send(
                    "POST", "/_search/scroll", "{\"scroll\":\"1m\",\"scroll_id\":" + page.path("_scroll_id") + "}");
        }
        cluster.send("DELETE", "/_search/scroll", "{\"scroll_id\":" + page.path("_scroll_id") + "}");
        BitSet lost = (BitSet) documents.events().clone();
        lost.andNot(found);
        lost.stream().forEach(number -> tally.fault("event " + number + " is lost"));
        tally.read(found.cardinality());
    }

    private void compareDocuments() throws IOException, InterruptedException {
        JsonNode hits = cluster.send(
                        "POST",
                        "/" + OutageDocuments.INDEX + "/_search",
                        "{\"size\":" + OutageDocuments.COUNT + ",\"version\":true}")
                .at("/hits/hits");
        Map<Integer, JsonNode> there = new TreeMap<>();
        hits.forEach(hit -> there.put(hit.path("_id").asInt(), hit));
        documents.expected().forEach((number, document) -> {
            if (!document.unknown()) {
                compare(number, document, there.get(number));
            }
        });
        tally.read(hits.size());
    }

    private void compare(int number, OutageDocuments.Document document, @Nullable JsonNode hit) {
        Map<String, Long> fields = new TreeMap<>();
        if (hit != null) {
            hit.path("_source")
                    .properties()
                    .forEach(
                            field -> fields.put(field.getKey(), field.getValue().asLong()));
        }
        if (!fields.equals(document.fields())) {
            tally.fault("document %d is %s, and must be %s".formatted(number, fields, document.fields()));
        } else if (number < OutageDocuments.LASTING && hit != null) {
            long surplus = hit.path("_version").asLong() - document.executed();
            if (surplus < 0) {
                tally.fault("document %d lacks %d operations".formatted(number, -surplus));
            }
            again += Math.max(0, surplus);
        }
    }
}
