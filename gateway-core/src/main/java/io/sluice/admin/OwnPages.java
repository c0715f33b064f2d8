package io.sluice.admin;

import io.sluice.api.Headers;
import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Refuses requests that a web page of somebody else may have made a browser send. The page cannot read the answer, but the request would
 * change something. Stateless.
 */
final class OwnPages {
    /** What a form, or a script without the server's consent, can send (Fetch, "CORS-safelisted request-header"). */
    private static final List<String> OF_FORMS =
            List.of("application/x-www-form-urlencoded", "multipart/form-data", "text/plain");

    private OwnPages() {}

    /** The answer to a request that may come from elsewhere; null for others. */
    static @Nullable Reply refusal(RequestHead head) {
        Headers headers = head.headers();
        String site = headers.get("Sec-Fetch-Site");
        if (site != null && !site.equals("same-origin") && !site.equals("none")) {
            return forbidden("Sec-Fetch-Site says that another site sent this");
        }
        String origin = headers.get("Origin");
        String host = String.valueOf(headers.get("Host"));
        if (origin != null
                && !origin.equalsIgnoreCase("http://" + host)
                && !origin.equalsIgnoreCase("https://" + host)) {
            return forbidden("Origin says that another site sent this");
        }
        String type = headers.get("Content-Type");
        if (type != null && OF_FORMS.contains(mediaType(type))) {
            return Reply.error(
                    415,
                    "media_type_header_exception",
                    "a web page can send a form of this content type from anywhere; leave the content type out");
        }
        return null;
    }

    private static String mediaType(String type) {
        int end = type.indexOf(';');
        return (end < 0 ? type : type.substring(0, end)).strip().toLowerCase(Locale.ROOT);
    }

    private static Reply forbidden(String reason) {
        return Reply.error(403, "security_exception", reason);
    }
}
