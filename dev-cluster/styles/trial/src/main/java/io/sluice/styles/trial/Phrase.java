package io.sluice.styles.trial;

import com.fasterxml.jackson.core.io.JsonStringEncoder;

/** The search as JSON, for the clients that take JSON. */
public final class Phrase {
    private Phrase() {}

    /** A {@code match_phrase} on {@code name}. */
    public static String json(String phrase) {
        StringBuilder json = new StringBuilder("{\"query\":{\"match_phrase\":{\"name\":{\"query\":\"");
        JsonStringEncoder.getInstance().quoteAsString(phrase, json);
        return json.append("\"}}}}").toString();
    }
}
