package io.sluice.filters.jsonedit;

import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestTarget;
import io.sluice.filters.http.JsonTypes;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Decides which responses must be JSON so that edits can apply, and which requests ask for another format. Immutable.
 *
 * @param edited whether responses are edited at all
 * @param rows whether an edit may apply to an array at the root, as in the JSON of a {@code _cat} table
 */
record JsonAnswers(boolean edited, boolean rows) {

    private static final String FORMAT = "format";
    private static final Pattern ROWS = Pattern.compile("/(\\*|\\d{1,9})(/.*)?", Pattern.DOTALL);

    /** The requirements of these edits of responses. */
    static JsonAnswers of(List<Edit> edits) {
        return new JsonAnswers(!edits.isEmpty(), edits.stream().map(Edit::path).anyMatch(JsonAnswers::mayMeanRows));
    }

    private static boolean mayMeanRows(String pointer) {
        return pointer.isEmpty() || ROWS.matcher(pointer).matches();
    }

    /** Whether the response may contain edited values, so that it must not be sent in another format. */
    boolean required(RequestHead head) {
        return edited && !isText(head);
    }

    private boolean isText(RequestHead head) {
        RequestTarget target = head.target();
        List<String> path = target.rawSegments();
        return head.method().equals("GET")
                && target.ambiguity() == null
                && (isHotThreads(path) || !rows && isTable(path));
    }

    // No _cat table has an endpoint's name after it: /_cat/_msearch is an _msearch.
    private static boolean isTable(List<String> path) {
        return !path.isEmpty()
                && path.getFirst().equals("_cat")
                && path.stream().skip(1).allMatch(each -> !each.startsWith("_") || each.equals("_all"));
    }

    // Thread stacks, which are always text: /_nodes/hot_threads, /_cluster/nodes/ID/hot_threads.
    private static boolean isHotThreads(List<String> path) {
        int at = !path.isEmpty() && path.getFirst().equals("_cluster") ? 1 : 0;
        String expected = at == 0 ? "_nodes" : "nodes";
        String last = path.isEmpty() ? "" : path.getLast();
        return path.size() >= at + 2
                && path.size() <= at + 3
                && path.get(at).equals(expected)
                && (last.equals("hot_threads") || last.equals("hotthreads"));
    }

    /** The reply to a request that asks for another format than JSON; null if it does not. */
    static @Nullable Reply refusal(RequestHead head) {
        boolean json;
        try {
            json = head.target().parameters().stream()
                    .allMatch(
                            each -> !each.name().equals(FORMAT) || each.value().equals("json"));
        } catch (IllegalArgumentException e) {
            return Reply.error(400, "illegal_argument_exception", "the query of the URL is malformed");
        }
        return json && JsonTypes.accepting(head) != null
                ? null
                : Reply.error(406, "illegal_argument_exception", "only JSON answers are supported here");
    }
}
