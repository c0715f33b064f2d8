package io.sluice.filters.jsonedit;

import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestTarget;
import io.sluice.filters.http.JsonTypes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which answers must be JSON so that edits reach what they are about, and which requests ask for another form. Immutable.
 *
 * @param edited whether answers are edited at all
 * @param rows whether an edit may be about an array at the root, as the JSON form of a table of {@code _cat} is
 */
record JsonAnswers(boolean edited, boolean rows) {

    private static final String FORMAT = "format";

    /** What these edits of answers need. */
    static JsonAnswers of(List<Edit> edits) {
        return new JsonAnswers(
                !edits.isEmpty(), edits.stream().map(Edit::segments).anyMatch(JsonAnswers::mayMeanRows));
    }

    private static boolean mayMeanRows(List<String> path) {
        return path.isEmpty() || path.getFirst().equals("*") || JsonPointer.isIndex(path.getFirst());
    }

    /** Whether an answer to the request may hold what is edited, so that in another form it must not go on. */
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

    // No table has an endpoint's name behind it: /_cat/_msearch is about the indices that its body names.
    private static boolean isTable(List<String> path) {
        return !path.isEmpty()
                && path.getFirst().equals("_cat")
                && path.stream().skip(1).allMatch(each -> !each.startsWith("_") || each.equals("_all"));
    }

    // Stacks, which have no form but text: /_nodes/hot_threads, /_cluster/nodes/ID/hot_threads.
    private static boolean isHotThreads(List<String> path) {
        int at = !path.isEmpty() && path.getFirst().equals("_cluster") ? 1 : 0;
        String expected = at == 0 ? "_nodes" : "nodes";
        String last = path.isEmpty() ? "" : path.getLast();
        return path.size() >= at + 2
                && path.size() <= at + 3
                && path.get(at).equals(expected)
                && (last.equals("hot_threads") || last.equals("hotthreads"));
    }

    /** The answer to a request that asks for another form than JSON; null if it does not. */
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
