package io.sluice.admin;

import io.sluice.api.Headers;
import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestTarget;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Refuses requests that ask a page for something that it does not know, instead of doing more than was meant. Stateless. */
final class PageRequests {

    private PageRequests() {}

    /** The answer to a request that does not fit the page; null for others. */
    static @Nullable Reply refusal(RequestHead head, Page page) {
        boolean changes = page.kind().changes();
        if (changes && hasBody(head.headers())) {
            return refused("the page takes no body; what it takes stands behind the question mark");
        }
        // What only shows something ignores what it does not know, as long as it knows nothing.
        return changes || !page.parameters().isEmpty() ? refusal(head.target(), page.parameters()) : null;
    }

    private static boolean hasBody(Headers headers) {
        String length = headers.get("Content-Length");
        return length != null && !length.equals("0") || headers.get("Transfer-Encoding") != null;
    }

    private static @Nullable Reply refusal(RequestTarget target, Set<String> known) {
        List<RequestTarget.Parameter> given;
        try {
            given = target.parameters();
        } catch (IllegalArgumentException e) {
            return refused(String.valueOf(e.getMessage()));
        }
        Set<String> seen = new HashSet<>();
        for (RequestTarget.Parameter parameter : given) {
            if (!known.contains(parameter.name())) {
                return refused("the page does not know the parameter [" + parameter.name() + "], it knows " + known);
            }
            if (!seen.add(parameter.name())) {
                return refused("the parameter [" + parameter.name() + "] is given twice");
            }
        }
        return null;
    }

    private static Reply refused(String reason) {
        return Reply.error(400, "illegal_argument_exception", reason);
    }
}
