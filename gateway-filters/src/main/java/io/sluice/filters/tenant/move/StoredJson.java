package io.sluice.filters.tenant.move;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.ObjectMapper;

/** Reads answers with whatever names and texts servers have taken from clients. What bounds them is the length of the answer. */
public final class StoredJson {

    /** For tokens: a number of any length is not made one. Its parsers are not shared. */
    static final JsonFactory TOKENS = factory(Integer.MAX_VALUE);

    private static final ObjectMapper TREES = new ObjectMapper(factory(StreamReadConstraints.DEFAULT_MAX_NUM_LEN));

    private StoredJson() {}

    private static JsonFactory factory(int longestNumber) {
        return JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNameLength(Integer.MAX_VALUE)
                        .maxStringLength(Integer.MAX_VALUE)
                        .maxNumberLength(longestNumber)
                        .build())
                .build();
    }

    /** For whole answers. Not to be configured. */
    public static ObjectMapper trees() {
        return TREES;
    }
}
