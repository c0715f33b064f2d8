package io.sluice.bench.soak;

import com.fasterxml.jackson.databind.JsonNode;

/** Writes the documents of one index over and over, in bulks, and keeps in the ledger what was acknowledged. For one thread. */
final class Writer {
    private static final int BULK = 100;
    private static final int FIRST_ERROR = 300;

    private final Ledger ledger;
    private final SoakClient client;
    private final Tally tally;
    private int document;
    private int round = 1;

    Writer(Ledger ledger, SoakClient client, Tally tally) {
        this.ledger = ledger;
        this.client = client;
        this.tally = tally;
    }

    /** Sends one bulk. */
    void write() throws InterruptedException {
        int first = document;
        int end = Math.min(first + BULK, ledger.documents());
        StringBuilder body = new StringBuilder();
        for (int i = first; i < end; i++) {
            ledger.send(i, round);
            body.append("{\"index\":{\"_index\":\"%s\",\"_id\":\"%d\"}}\n".formatted(ledger.index(), i));
            body.append("{\"owner\":\"%s\",\"round\":%d,\"text\":\"%s\"}\n"
                    .formatted(ledger.tenant(), round, "soak ".repeat(i % 40)));
        }
        JsonNode answer = client.send("POST", "/_bulk", "application/x-ndjson", body.toString());
        if (answer != null) {
            settle(first, end, answer.path("items"));
        }
        document = end == ledger.documents() ? 0 : end;
        round += document == 0 ? 1 : 0;
    }

    private void settle(int first, int end, JsonNode items) {
        if (items.size() != end - first) {
            tally.fault("a bulk of %d has %d results".formatted(end - first, items.size()));
            return;
        }
        int acknowledged = 0;
        for (int i = first; i < end; i++) {
            JsonNode item = items.get(i - first).path("index");
            int status = item.path("status").asInt();
            if (!item.path("_id").asText().equals(Integer.toString(i))) {
                tally.fault("a result is not at the place of its item");
            } else if (status < FIRST_ERROR) {
                ledger.acknowledge(i, round);
                acknowledged++;
            } else {
                tally.failed("item: " + status + " "
                        + item.path("error").path("type").asText());
            }
        }
        tally.acknowledged(acknowledged);
    }
}
