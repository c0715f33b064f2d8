package io.sluice.bench.compare.inside;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** The documents in the answer of a search, byte by byte as the server wrote them. */
final class RawSources {
    private static final JsonFactory JSON = new JsonFactory();

    private RawSources() {}

    /** The text of each hit's {@code _source} by the hit's {@code _id}. */
    static Map<String, String> of(byte[] answer) throws IOException {
        Map<String, String> sources = new LinkedHashMap<>();
        String id = "";
        try (JsonParser parser = JSON.createParser(answer)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token != JsonToken.FIELD_NAME) {
                    continue;
                }
                if (parser.currentName().equals("_id")) {
                    id = parser.nextTextValue();
                } else if (parser.currentName().equals("_source")) {
                    parser.nextToken();
                    int from = (int) parser.currentTokenLocation().getByteOffset();
                    parser.skipChildren();
                    int to = (int) parser.currentLocation().getByteOffset();
                    sources.put(id, new String(answer, from, to - from, StandardCharsets.UTF_8));
                }
            }
        }
        return sources;
    }
}
