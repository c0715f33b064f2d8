package io.sluice.bench.soak;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * Operations on documents, and what they leave if each is executed in its order. An update sets a field of its own, so that a lost one
 * shows; an index drops all fields. Some documents are never deleted: their versions count their operations. For one thread.
 */
final class OutageDocuments {
    static final ObjectMapper MAPPER = new ObjectMapper();
    static final String INDEX = "documents";
    static final String EVENTS = "events";
    static final int COUNT = 2_000;
    /** OutageDocuments below this number are never deleted. */
    static final int LASTING = COUNT / 2;

    private static final int UPDATED_FIELDS = 8;
    private static final double EVENT_SHARE = 0.4;
    private static final double UPDATE_SHARE = 0.5;
    private static final double DELETE_SHARE = 0.15;

    private final RandomGenerator random;
    private final Map<Integer, Document> documents = new HashMap<>();
    private final BitSet events = new BitSet();
    private long operations;
    private int sentEvents;

    /** A document as it must be. */
    static final class Document {
        private final Map<String, Long> fields = new TreeMap<>();
        private long executed;
        private boolean unknown;

        /** Fields and their values; empty if it must not be there. */
        Map<String, Long> fields() {
            return fields;
        }

        /** How many operations on it were acknowledged. */
        long executed() {
            return executed;
        }

        /** Whether an operation on it was not acknowledged, so that nobody knows what it must be. */
        boolean unknown() {
            return unknown;
        }
    }

    /** Operations of one request. */
    final class Bulk {
        private final StringBuilder body = new StringBuilder();
        private final List<Document> touched = new ArrayList<>();
        private final int firstEvent = sentEvents;
        private final int size;

        private Bulk(int size) {
            this.size = size;
            for (int i = 0; i < size; i++) {
                operations++;
                if (random.nextDouble() < EVENT_SHARE) {
                    line("index", EVENTS, "", "{\"n\":" + sentEvents++ + "}");
                } else {
                    operate(random.nextInt(COUNT));
                }
            }
        }

        private void operate(int number) {
            Document document = documents.computeIfAbsent(number, unseen -> new Document());
            touched.add(document);
            document.executed++;
            String id = ",\"_id\":\"" + number + "\"";
            if (document.fields.isEmpty()) {
                index(document, id);
            } else if (random.nextDouble() < UPDATE_SHARE) {
                String field = "u" + operations % UPDATED_FIELDS;
                document.fields.put(field, operations);
                line("update", INDEX, id, "{\"doc\":{\"" + field + "\":" + operations + "}}");
            } else if (number >= LASTING && random.nextDouble() < DELETE_SHARE / (1 - UPDATE_SHARE)) {
                document.fields.clear();
                body.append("{\"delete\":{\"_index\":\"" + INDEX + "\"" + id + "}}\n");
            } else {
                index(document, id);
            }
        }

        private void index(Document document, String id) {
            document.fields.clear();
            document.fields.put("n", operations);
            line("index", INDEX, id, "{\"n\":" + operations + "}");
        }

        private void line(String action, String index, String id, String source) {
            body.append("{\"" + action + "\":{\"_index\":\"" + index + "\"" + id + "}}\n")
                    .append(source)
                    .append('\n');
        }

        String body() {
            return body.toString();
        }

        int size() {
            return size;
        }

        /** All of it was acknowledged. Called before the next bulk is made. */
        void acknowledge() {
            events.set(firstEvent, sentEvents);
        }

        /** It was not acknowledged: nobody knows what became of it. */
        void forget() {
            touched.forEach(document -> document.unknown = true);
        }
    }

    OutageDocuments(RandomGenerator random) {
        this.random = random;
    }

    /** Makes a bulk, as if it was executed. */
    Bulk bulk(int size) {
        return new Bulk(size);
    }

    /** What each document that was ever written must be, by its number. */
    Map<Integer, Document> expected() {
        return documents;
    }

    /** Numbers of the events that were acknowledged. */
    BitSet events() {
        return events;
    }

    /** How many events were sent, acknowledged or not. */
    int sentEvents() {
        return sentEvents;
    }
}
