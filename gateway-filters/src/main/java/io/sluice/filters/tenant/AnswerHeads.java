package io.sluice.filters.tenant;

import io.sluice.api.Headers;
import io.sluice.api.RequestTarget;
import io.sluice.api.ResponseHead;
import io.sluice.filters.tenant.query.Member;
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
        String location = headers.get(LOCATION);
        if (location != null) {
            String restored = location(location, passage.current().getFirst());
            headers = restored == null ? headers.without(LOCATION) : headers.with(LOCATION, restored);
        }
        if (headers.contains(WARNING)) {
            List<String> warnings = headers.all(WARNING);
            headers = headers.without(WARNING);
            for (String warning : warnings) {
                headers = headers.and(WARNING, text(warning, passage));
            }
        }
        if (headers.contains(OPAQUE_ID)) {
            headers = headers.without(OPAQUE_ID);
            headers = passage.opaqueId() == null ? headers : headers.with(OPAQUE_ID, passage.opaqueId());
        }
        return head.withHeaders(headers);
    }

    private static String text(String warning, Passage passage) {
        String text = warning;
        for (Member member : passage.current()) {
            text = member.text(text);
        }
        return text;
    }

    // The path of a document: its index, its type, its id.
    private static @Nullable String location(String location, Member member) {
        try {
            RequestTarget target = RequestTarget.parse(location);
            List<String> raw = target.rawSegments();
            if (raw.size() != 3) {
                return null;
            }
            String index = member.names().logical(target.segments().getFirst());
            // The cluster encodes it for a form: a colon is %3A, and a plus is a blank.
            String id = member.ids().logical(raw.get(2).replace("%3A", ":"));
            if (index == null || id == null) {
                return null;
            }
            String last = member.ids().scoped() ? id.replace(":", "%3A") : raw.get(2);
            boolean routed = member.ids().routing() != null;
            String query = routed || target.rawQuery() == null ? "" : "?" + target.rawQuery();
            return "/" + index + "/" + raw.get(1) + "/" + last + query;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
