package io.sluice.filters.tenant;

import io.sluice.api.Headers;
import io.sluice.api.RequestTarget;
import io.sluice.api.ResponseHead;
import io.sluice.filters.tenant.member.Member;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Restores tenants' names in response heads. A header that cannot be restored is left out: the cluster has already
 * executed the request, so a header's form must not turn the response into an error.
 */
final class AnswerHeads {

    private static final String OPAQUE_ID = "X-Opaque-Id";
    private static final String LOCATION = "Location";
    private static final String WARNING = "Warning";

    private AnswerHeads() {}

    /**
     * Restores the names in a head.
     *
     * @param prefix of the client's paths, which names the tenant; empty if something else does
     */
    static ResponseHead restored(ResponseHead head, TenantRequest request, String prefix) {
        Headers headers = head.headers();
        String location = headers.get(LOCATION);
        if (location != null) {
            String restored = location(location, request.current().getFirst());
            headers = headers.without(LOCATION);
            headers = restored == null ? headers : added(headers, LOCATION, prefix + restored);
        }
        if (headers.contains(WARNING)) {
            List<String> warnings = headers.all(WARNING);
            headers = headers.without(WARNING);
            for (String warning : warnings) {
                headers = added(headers, WARNING, request.text(warning));
            }
        }
        if (headers.contains(OPAQUE_ID)) {
            headers = headers.without(OPAQUE_ID);
            headers = request.opaqueId() == null ? headers : headers.with(OPAQUE_ID, request.opaqueId());
        }
        return head.withHeaders(headers);
    }

    private static Headers added(Headers headers, String name, String value) {
        try {
            return headers.and(name, value);
        } catch (IllegalArgumentException e) {
            return headers;
        }
    }

    // A document's path: index, type and id. Servers encode the segments like form data.
    private static @Nullable String location(String location, Member member) {
        try {
            RequestTarget target = RequestTarget.parse(location);
            List<String> raw = target.rawSegments();
            if (raw.size() != 3) {
                return null;
            }
            String index = member.names().logical(target.segments().getFirst());
            String id = id(raw.get(2), member);
            if (index == null || id == null) {
                return null;
            }
            boolean routed = member.ids().routing() != null;
            String query = routed || target.rawQuery() == null ? "" : "?" + target.rawQuery();
            return "/" + URLEncoder.encode(index, StandardCharsets.UTF_8) + "/" + raw.get(1) + "/" + id + query;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static @Nullable String id(String encoded, Member member) {
        if (!member.ids().scoped()) {
            return encoded;
        }
        String id = member.ids().logical(URLDecoder.decode(encoded, StandardCharsets.UTF_8));
        return id == null ? null : URLEncoder.encode(id, StandardCharsets.UTF_8);
    }
}
