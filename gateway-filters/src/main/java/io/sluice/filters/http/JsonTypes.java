package io.sluice.filters.http;

import io.sluice.api.Headers;
import io.sluice.api.RequestHead;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The media types under which JSON travels to and from Elasticsearch. */
public final class JsonTypes {

    private static final String JSON = "application/json";
    private static final String ACCEPT = "Accept";

    private JsonTypes() {}

    /** True iff the type is JSON, newline-delimited JSON, or one of Elasticsearch's own names for them. */
    public static boolean isJson(@Nullable String contentType) {
        if (contentType == null) {
            return false;
        }
        if (contentType.equals(JSON)) {
            return true;
        }
        String type = withoutParameters(contentType);
        return type.equals(JSON)
                || type.equals("application/x-ndjson")
                || type.equals("application/vnd.elasticsearch+json")
                || type.equals("application/vnd.elasticsearch+x-ndjson");
    }

    private static String withoutParameters(String type) {
        int end = type.indexOf(';');
        return (end < 0 ? type : type.substring(0, end)).strip().toLowerCase(Locale.ROOT);
    }

    /** True iff a body may come that is not JSON. */
    public static boolean isForeign(Headers headers) {
        String type = headers.get("Content-Type");
        return type != null && !isJson(type);
    }

    /** The same head with the one type to ask the cluster for, so that the answer is JSON; null if the client takes no JSON. */
    public static @Nullable RequestHead accepting(RequestHead head) {
        List<String> values = head.headers().all(ACCEPT);
        String type = accepted(values);
        if (type == null) {
            return null;
        }
        boolean alone = values.size() == 1 && values.getFirst().equals(type);
        return alone ? head : head.withHeader(ACCEPT, type);
    }

    private static @Nullable String accepted(List<String> values) {
        boolean anything = values.isEmpty();
        for (String value : values) {
            for (String type : value.split(",")) {
                if (isJson(type)) {
                    return type.strip();
                }
                String range = withoutParameters(type);
                anything |= range.equals("*/*") || range.equals("application/*");
            }
        }
        return anything ? JSON : null;
    }
}
