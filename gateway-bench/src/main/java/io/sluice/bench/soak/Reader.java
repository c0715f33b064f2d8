package io.sluice.bench.soak;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Reads documents of one index and compares them with the ledger. For one thread. */
final class Reader {
    private static final int DOCUMENTS = 50;
    private static final int CANCEL_ONE_OF = 8;
    private static final int LONGEST_MILLIS = 20;
    private static final String JSON = "application/json";

    private final Ledger ledger;
    private final SoakClient client;
    private final Tally tally;
    private final RandomGenerator random;

    Reader(Ledger ledger, SoakClient client, Tally tally, RandomGenerator random) {
        this.ledger = ledger;
        this.client = client;
        this.tally = tally;
        this.random = random;
    }

    /** Reads some documents, or searches, or gives a search up. */
    void read() throws InterruptedException {
        if (random.nextBoolean()) {
            compare(random.nextInt(ledger.documents()));
        } else if (random.nextInt(CANCEL_ONE_OF) == 0) {
            Duration after = Duration.ofMillis(random.nextInt(LONGEST_MILLIS));
            client.sendAndCancel("POST", "/" + ledger.index() + "/_search", JSON, search(), after);
        } else {
            lookAt(client.send("POST", "/" + ledger.index() + "/_search", JSON, search()));
        }
    }

    /** Compares all documents; false if some could not be read. */
    boolean compareAll() throws InterruptedException {
        boolean whole = true;
        for (int first = 0; first < ledger.documents(); first += DOCUMENTS) {
            whole &= compare(first);
        }
        return whole;
    }

    private boolean compare(int first) throws InterruptedException {
        int end = Math.min(first + DOCUMENTS, ledger.documents());
        int[] acknowledged = new int[end - first];
        StringBuilder ids = new StringBuilder();
        for (int i = first; i < end; i++) {
            acknowledged[i - first] = ledger.acknowledged(i);
            ids.append(i == first ? "" : ",").append('"').append(i).append('"');
        }
        String path = "/" + ledger.index() + "/_mget";
        JsonNode answer = client.send("POST", path, JSON, "{\"ids\":[" + ids + "]}");
        if (answer == null) {
            return false;
        }
        for (int i = first; i < end; i++) {
            JsonNode shown = answer.path("docs").path(i - first);
            // A shard without a copy that answers: neither there nor lost.
            if (shown.has("error")) {
                tally.failed("_mget: " + shown.path("error").path("type").asText());
                return false;
            }
            int round = shown.path("_source").path("round").asInt();
            if (!ledger.allows(i, round, acknowledged[i - first])) {
                tally.fault("%s of %s: a document has round %d, acknowledged was %d"
                        .formatted(ledger.index(), ledger.tenant(), round, acknowledged[i - first]));
            }
            checkOwner(shown.path("_source"));
        }
        tally.read(end - first);
        return true;
    }

    private String search() {
        return "{\"size\":20,\"query\":{\"match\":{\"text\":\"soak\"}},\"sort\":[{\"round\":{\"order\":\"desc\",\"unmapped_type\":\"long\"}}]}";
    }

    private void lookAt(@Nullable JsonNode answer) {
        if (answer == null) {
            return;
        }
        for (JsonNode hit : answer.path("hits").path("hits")) {
            checkOwner(hit.path("_source"));
        }
        tally.found();
    }

    private void checkOwner(JsonNode source) {
        String owner = source.path("owner").asText(ledger.tenant());
        if (!owner.equals(ledger.tenant())) {
            tally.fault("%s was shown a document of %s".formatted(ledger.tenant(), owner));
        }
    }
}
