package io.sluice.api;

import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads values of Content-Type as servers do when they choose a parser. Stateless. */
public final class MediaTypes {

    private static final String JSON = "application/json";
    private static final Set<String> NAMES = Set.of(
            JSON,
            "application/x-ndjson",
            "application/vnd.elasticsearch+json",
            "application/vnd.elasticsearch+x-ndjson");

    private MediaTypes() {}

    /**
     * Whether servers parse a body of this type as JSON: JSON, newline-delimited JSON, or one of Elasticsearch's own names for them.
     * Parameters are ignored; a charset changes nothing, since the parser detects the encoding itself.
     *
     * @param contentType one value of Content-Type; null if there is none
     */
    public static boolean isJson(@Nullable String contentType) {
        return contentType != null && (contentType.equals(JSON) || NAMES.contains(withoutParameters(contentType)));
    }

    /**
     * The value of a parameter, in lower case as servers read it; null if it is absent. If it occurs twice, the last one counts. A list of
     * types has no parameters.
     *
     * @param name in lower case
     */
    public static @Nullable String parameter(String contentType, String name) {
        String found = null;
        if (contentType.indexOf(',') < 0) {
            String[] parts = contentType.toLowerCase(Locale.ROOT).split(";");
            for (int i = 1; i < parts.length; i++) {
                String[] pair = parts[i].split("=");
                if (pair.length == 2 && pair[0].strip().equals(name)) {
                    found = pair[1].strip();
                }
            }
        }
        return found;
    }

    /** The type alone, in lower case. */
    public static String withoutParameters(String contentType) {
        int end = contentType.indexOf(';');
        return (end < 0 ? contentType : contentType.substring(0, end)).strip().toLowerCase(Locale.ROOT);
    }
}
