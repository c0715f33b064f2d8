package io.sluice.filters.http;

import io.sluice.api.Headers;
import io.sluice.api.MediaTypes;
import io.sluice.api.RequestHead;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The media types of JSON requests and responses of Elasticsearch. */
public final class JsonTypes {

    private static final String JSON = "application/json";
    private static final String ACCEPT = "Accept";

    private JsonTypes() {}

    /** Whether the body may be something else than JSON. */
    public static boolean isForeign(Headers headers) {
        for (String type : headers.all("Content-Type")) {
            if (!MediaTypes.isJson(type)) {
                return true;
            }
        }
        return false;
    }

    /**
     * The same head, accepting a single JSON type, so that the response is JSON; null if the client does not accept
     * JSON.
     */
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
                if (MediaTypes.isJson(type)) {
                    return type.strip();
                }
                String range = MediaTypes.withoutParameters(type);
                anything |= range.equals("*/*") || range.equals("application/*");
            }
        }
        return anything ? JSON : null;
    }
}
