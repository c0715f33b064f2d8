package io.sluice.filters.tenant;

import io.sluice.api.Headers;
import io.sluice.api.RequestTarget;
import io.sluice.api.ResponseHead;
import io.sluice.filters.tenant.names.IndexNames;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The heads of answers as tenants may see them. */
final class AnswerHeads {

    private static final String OPAQUE_ID = "X-Opaque-Id";
    private static final String LOCATION = "Location";
    private static final String WARNING = "Warning";

    private AnswerHeads() {}

    /** Restores the names in a head. */
    static ResponseHead restored(ResponseHead head, Passage passage) {
        Headers headers = head.headers();
        IndexNames names = passage.member().names();
        String location = headers.get(LOCATION);
        if (location != null) {
            String restored = location(location, names);
            headers = restored == null ? headers.without(LOCATION) : headers.with(LOCATION, restored);
        }
        if (headers.contains(WARNING)) {
            List<String> warnings = headers.all(WARNING);
            headers = headers.without(WARNING);
            for (String warning : warnings) {
                headers = headers.and(WARNING, names.text(warning));
            }
        }
        if (headers.contains(OPAQUE_ID)) {
            headers = headers.without(OPAQUE_ID);
            headers = passage.opaqueId() == null ? headers : headers.with(OPAQUE_ID, passage.opaqueId());
        }
        return head.withHeaders(headers);
    }

    private static @Nullable String location(String location, IndexNames names) {
        try {
            RequestTarget target = RequestTarget.parse(location);
            List<String> raw = target.rawSegments();
            String logical =
                    raw.isEmpty() ? null : names.logical(target.segments().getFirst());
            return logical == null
                    ? null
                    : "/" + logical + location.substring(raw.getFirst().length() + 1);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
