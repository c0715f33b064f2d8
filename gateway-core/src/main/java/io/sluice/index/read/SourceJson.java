package io.sluice.index.read;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import io.sluice.json.ForeignJson;

/**
 * Reads answers in which servers show sources as clients wrote them: with names, numbers and texts of any length. Not with comments: one
 * that ends with its document's last byte would hide what follows in the answer, and so other documents.
 */
public final class SourceJson {
    private static final int LONGEST_TEXT = 1 << 30;
    private static final int LONGEST_NUMBER = 1 << 20;
    /** Elasticsearch 8 and OpenSearch take 1,000 levels, and an answer has some around them. */
    private static final int DEPTH = 1_100;

    private SourceJson() {}

    /** A factory to read with by {@link ForeignJson}. */
    public static JsonFactory factory() {
        return ForeignJson.rules()
                .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxStringLength(LONGEST_TEXT)
                        .maxNumberLength(LONGEST_NUMBER)
                        .maxNameLength(LONGEST_TEXT)
                        .maxNestingDepth(DEPTH)
                        .build())
                .build();
    }
}
