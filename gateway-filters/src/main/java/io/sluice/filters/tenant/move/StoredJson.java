package io.sluice.filters.tenant.move;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import java.io.IOException;

/**
 * Reads answers with whatever names and texts servers have taken from clients. What bounds them is the length of the answer. A factory keeps
 * names that its parsers have read for as long as it is used, so each answer gets one of its own.
 */
public final class StoredJson {
    private static final JsonFactory TOKENS = factory(Integer.MAX_VALUE);
    private static final JsonFactory TREES = factory(StreamReadConstraints.DEFAULT_MAX_NUM_LEN);
    private static final ObjectReader READER = new ObjectMapper(TREES).reader();

    private StoredJson() {}

    private static JsonFactory factory(int longestNumber) {
        return JsonFactory.builder()
                .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNameLength(Integer.MAX_VALUE)
                        .maxStringLength(Integer.MAX_VALUE)
                        .maxNumberLength(longestNumber)
                        .build())
                .build();
    }

    /** Reads tokens: a number of any length is not made one. */
    static JsonParser tokens(byte[] answer) throws IOException {
        return TOKENS.copy().createParser(answer);
    }

    /** A whole answer; a missing node if it is empty. */
    public static JsonNode tree(byte[] answer) throws IOException {
        return READER.with(TREES.copy()).readTree(answer);
    }
}
