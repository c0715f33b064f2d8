package io.sluice.styles.trial;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** Reads from raw answers no more than an application must know; the rest is read to its end and not parsed. */
public final class Answers {
    private static final JsonFactory JSON = new JsonFactory();

    private Answers() {}

    /**
     * Checks the answer of a bulk.
     *
     * @throws RefusedException if an item failed
     */
    public static void requireNoErrors(InputStream answer) throws IOException {
        try (JsonParser parser = JSON.createParser(answer)) {
            find(parser, "errors");
            if (parser.nextToken() != JsonToken.VALUE_FALSE) {
                throw new RefusedException("items of a bulk failed");
            }
            answer.transferTo(OutputStream.nullOutputStream());
        }
    }

    /** The number of documents that match. */
    public static long hits(InputStream answer) throws IOException {
        try (JsonParser parser = JSON.createParser(answer)) {
            find(parser, "hits");
            parser.nextToken();
            find(parser, "total");
            parser.nextToken();
            find(parser, "value");
            parser.nextToken();
            long hits = parser.getLongValue();
            answer.transferTo(OutputStream.nullOutputStream());
            return hits;
        }
    }

    /** Goes to the next member of this name of the object that the parser is in. */
    private static void find(JsonParser parser, String name) throws IOException {
        while (parser.nextToken() != null) {
            if (parser.currentToken() == JsonToken.FIELD_NAME) {
                if (parser.currentName().equals(name)) {
                    return;
                }
                parser.nextToken();
                parser.skipChildren();
            }
        }
        throw new RefusedException("the answer has no member " + name);
    }
}
