package io.sluice.filters.tenant;

import io.netty.buffer.ByteBuf;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import io.sluice.api.RequestTarget;
import io.sluice.api.RequestTarget.Parameter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Searches with an order, of indices that several tenants share. Once a shard has answered, a server tells the next ones what the last hit
 * is so far, and a shard where no document, whosever it is, comes before it does not look at the query: its errors and its highest score
 * are missing. With the search type that this class sets, every shard is asked the same before any has answered.
 */
final class SortedSearches {

    static final String SEARCH_TYPE = "search_type";
    static final String ALIKE = "dfs_query_then_fetch";

    private static final byte[] SORT = "\"sort\"".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] SCORE = "\"_score\"".getBytes(StandardCharsets.US_ASCII);

    private SortedSearches() {}

    /** Whether the length of a body is known and short enough to hold it, or there is none. */
    static boolean mayBeHeld(RequestHead head) {
        String length = head.headers().get("Content-Length");
        // Eight digits are no overflow.
        return head.headers().get("Content-Encoding") == null
                && head.headers().get("Transfer-Encoding") == null
                && (length == null
                        || length.matches("[0-9]{1,8}") && Integer.parseInt(length) <= BodyPlans.MAX_COLLECTED);
    }

    /** The plan for a search: its body is held to see whether it has an order, or it is taken for one that has. */
    static RequestPlan plan(RequestHead head, Function<RequestHead, RequestPlan> then) {
        return mayBeHeld(head)
                ? new RequestPlan.Aggregate(BodyPlans.MAX_COLLECTED, whole -> then.apply(of(head, whole)))
                : then.apply(alike(head));
    }

    /** The head of a search with this body, which is held. */
    static RequestHead of(RequestHead head, ByteBuf whole) {
        boolean sorted = isSorted(head.target()) || mayBeSorted(whole);
        return sorted && !findsNeighbours(whole) ? alike(head) : head;
    }

    private static boolean isSorted(RequestTarget target) {
        String sort = target.parameter("sort");
        return sort != null && !sort.matches("_score($|[:,].*)");
    }

    /**
     * Whether a body, which is held, may have a member that says an order, and one that begins with a field: a server knows no bounds of
     * scores. Names with escapes may mean anything.
     */
    static boolean mayBeSorted(ByteBuf whole) {
        int end = whole.writerIndex();
        for (int i = whole.readerIndex(); i < end; i++) {
            byte c = whole.getByte(i);
            if (c == '\\' || c == '"' && isAt(SORT, whole, i) && !beginsWithTheScore(whole, i + SORT.length)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a body looks for nearest neighbours: servers search in that way by themselves then, and refuse to be told so. */
    private static boolean findsNeighbours(ByteBuf whole) {
        int value = TopLevelNames.valueOf(whole, "knn");
        if (value < 0) {
            return false;
        }
        int at = past('[', whole, value);
        return at < whole.writerIndex() && whole.getByte(at) == '{';
    }

    private static boolean beginsWithTheScore(ByteBuf whole, int behindTheName) {
        int at = past(':', whole, behindTheName);
        at = past('[', whole, at);
        at = past('{', whole, at);
        return at < whole.writerIndex() && isAt(SCORE, whole, at);
    }

    /** The place of what follows white space, the character if it is there, and white space again. */
    private static int past(char character, ByteBuf whole, int from) {
        int at = pastSpace(whole, from);
        return at < whole.writerIndex() && whole.getByte(at) == character ? pastSpace(whole, at + 1) : at;
    }

    private static int pastSpace(ByteBuf whole, int from) {
        int at = from;
        while (at < whole.writerIndex() && " \t\r\n".indexOf(whole.getByte(at)) >= 0) {
            at++;
        }
        return at;
    }

    private static boolean isAt(byte[] text, ByteBuf whole, int at) {
        if (whole.writerIndex() - at < text.length) {
            return false;
        }
        for (int i = 0; i < text.length; i++) {
            if (whole.getByte(at + i) != text[i]) {
                return false;
            }
        }
        return true;
    }

    /** The head of a search, or of a change by query, for which all shards are asked alike. */
    static RequestHead alike(RequestHead head) {
        List<Parameter> sent = new ArrayList<>(head.target().parameters());
        sent.removeIf(parameter -> parameter.name().equals(SEARCH_TYPE));
        sent.add(new Parameter(SEARCH_TYPE, ALIKE));
        return head.withTarget(head.target().withParameters(sent));
    }
}
