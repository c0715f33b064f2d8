package io.sluice.filters.tenant.move;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads documents of answers, their sources byte for byte. For one answer. */
final class HitReader {

    private final byte[] body;
    private final JsonParser parser;

    private HitReader(byte[] body, JsonParser parser) {
        this.body = body;
        this.parser = parser;
    }

    /** The documents of an {@code _mget}, in its order. */
    static List<Hit> documents(byte[] body) throws IOException {
        try (JsonParser parser = StoredJson.tokens(body)) {
            HitReader reader = new HitReader(body, parser);
            parser.nextToken();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                boolean docs = parser.currentName().equals("docs");
                if (parser.nextToken() == JsonToken.START_ARRAY && docs) {
                    return reader.list();
                }
                parser.skipChildren();
            }
        }
        throw new IOException("the answer has no docs");
    }

    /**
     * The hits of a search, in its order.
     *
     * @param wanted how many were asked for, and counted
     * @throws IOException if these are not as many as there are, or the search did not look at everything
     */
    static List<Hit> hits(byte[] body, int wanted) throws IOException {
        try (JsonParser parser = StoredJson.tokens(body)) {
            HitReader reader = new HitReader(body, parser);
            List<Hit> hits = List.of();
            boolean whole = false;
            parser.nextToken();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                JsonToken value = parser.nextToken();
                switch (name) {
                    case "timed_out", "terminated_early" ->
                        require(value != JsonToken.VALUE_TRUE, "the search ended early");
                    case "_shards" -> whole = reader.areAllShardsThere();
                    case "hits" -> hits = reader.hits(wanted);
                    default -> parser.skipChildren();
                }
            }
            require(whole, "the answer does not say that its shards succeeded");
            return hits;
        }
    }

    private List<Hit> list() throws IOException {
        List<Hit> hits = new ArrayList<>();
        while (parser.nextToken() == JsonToken.START_OBJECT) {
            hits.add(hit());
        }
        return hits;
    }

    // The list of hits is within an object of the same name.
    private List<Hit> hits(int wanted) throws IOException {
        List<Hit> hits = List.of();
        long total = -1;
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            if (name.equals("hits") && value == JsonToken.START_ARRAY) {
                hits = list();
            } else if (name.equals("total")) {
                total = numbers().getOrDefault("value", -1L);
            } else {
                parser.skipChildren();
            }
        }
        require(total >= 0, "the answer does not say how many hits there are");
        long due = Math.min(wanted, total);
        require(
                due <= hits.size() && hits.size() <= wanted,
                "the answer has " + hits.size() + " documents instead of " + due);
        return hits;
    }

    // All that were asked succeeded, and at least one was.
    private boolean areAllShardsThere() throws IOException {
        Map<String, Long> counts = numbers();
        long total = counts.getOrDefault("total", 0L);
        return total > 0 && counts.getOrDefault("successful", 0L) == total && counts.getOrDefault("failed", -1L) == 0;
    }

    /** The numbers among the members of an object. */
    private Map<String, Long> numbers() throws IOException {
        Map<String, Long> numbers = new HashMap<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            if (parser.nextToken() == JsonToken.VALUE_NUMBER_INT) {
                numbers.put(name, parser.getLongValue());
            }
            parser.skipChildren();
        }
        return numbers;
    }

    private static void require(boolean condition, String problem) throws IOException {
        if (!condition) {
            throw new IOException(problem);
        }
    }

    private Hit hit() throws IOException {
        String index = "";
        String id = "";
        String routing = null;
        boolean found = true;
        long version = -1;
        long seqNo = -1;
        long term = -1;
        byte[] source = null;
        String problem = null;
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            parser.nextToken();
            switch (name) {
                case "_index" -> index = parser.getText();
                case "_id" -> id = parser.getText();
                case "_routing" -> routing = parser.getText();
                case "found" -> found = parser.getBooleanValue();
                case "_version" -> version = parser.getLongValue();
                case "_seq_no" -> seqNo = parser.getLongValue();
                case "_primary_term" -> term = parser.getLongValue();
                case "_source" -> source = raw();
                case "error" -> problem = type();
                default -> parser.skipChildren();
            }
        }
        return new Hit(
                new StoredName(index, id, routing), found && problem == null, version, seqNo, term, source, problem);
    }

    private byte[] raw() throws IOException {
        int start = (int) parser.currentTokenLocation().getByteOffset();
        parser.skipChildren();
        return Arrays.copyOfRange(body, start, (int) parser.currentLocation().getByteOffset());
    }

    /** The type of an error. */
    private String type() throws IOException {
        String type = null;
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            return parser.getText();
        }
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            @Nullable String name = parser.currentName();
            parser.nextToken();
            if ("type".equals(name)) {
                type = parser.getText();
            } else {
                parser.skipChildren();
            }
        }
        return type == null ? "error" : type;
    }
}
