package io.sluice.filters.tenant.move;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
        return read(body, "docs");
    }

    /** The hits of a search, in its order. */
    static List<Hit> hits(byte[] body) throws IOException {
        return read(body, "hits");
    }

    private static List<Hit> read(byte[] body, String list) throws IOException {
        try (JsonParser parser = StoredJson.TOKENS.createParser(body)) {
            HitReader reader = new HitReader(body, parser);
            List<Hit> hits = new ArrayList<>();
            // The list of hits is within an object of the same name.
            while (parser.nextToken() != null) {
                if (parser.currentToken() == JsonToken.START_ARRAY && list.equals(parser.currentName())) {
                    while (parser.nextToken() == JsonToken.START_OBJECT) {
                        hits.add(reader.hit());
                    }
                    return hits;
                }
                if (parser.currentToken() == JsonToken.START_OBJECT
                        && parser.currentName() != null
                        && !list.equals(parser.currentName())) {
                    parser.skipChildren();
                }
            }
        }
        throw new IOException("the answer has no " + list);
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
