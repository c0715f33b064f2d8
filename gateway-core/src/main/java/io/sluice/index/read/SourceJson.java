package io.sluice.index.read;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;

/** Reads JSON as servers do that keep sources as clients wrote them: with comments, and numbers of any length. */
public final class SourceJson {
    private static final int LONGEST_TEXT = 1 << 30;
    private static final int LONGEST_NUMBER = 1 << 20;

    private SourceJson() {}

    /** A factory; its parsers are not shared. */
    public static JsonFactory factory() {
        return new JsonFactoryBuilder()
                .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
                .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
                .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxStringLength(LONGEST_TEXT)
                        .maxNumberLength(LONGEST_NUMBER)
                        .build())
                .build();
    }
}
