package io.sluice.filters.tenant;

import io.netty.buffer.ByteBuf;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import io.sluice.api.RequestTarget;
import io.sluice.api.RequestTarget.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Searches with an order, of indices that several tenants share. Once a shard has answered, a server tells the next ones what the last hit
 * is so far, and a shard where no document, whosever it is, comes before it does not look at the query: its errors and its highest score
 * are missing. With the search type that this class sets, every shard is asked the same before any has answered.
 */
final class SortedSearches {

    static final String SEARCH_TYPE = "search_type";
    static final String ALIKE = "dfs_query_then_fetch";

    private static final ByteBuf SORT = HeldText.quoted("sort");
    private static final ByteBuf SCORE = HeldText.quoted("_score");
    private static final Pattern SCORE_FIRST = Pattern.compile("_score($|[:,].*)");
    /** No number of eight digits overflows. */
    private static final Pattern LENGTH = Pattern.compile("[0-9]{1,8}");

    private SortedSearches() {}

    /** Whether the length of a body is known and short enough to hold it, or there is none. */
    static boolean mayBeHeld(RequestHead head) {
        String length = head.headers().get("Content-Length");
        return head.headers().get("Content-Encoding") == null
                && head.headers().get("Transfer-Encoding") == null
                && (length == null
                        || LENGTH.matcher(length).matches() && Integer.parseInt(length) <= BodyPlans.MAX_COLLECTED);
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
        return sort != null && !SCORE_FIRST.matcher(sort).matches();
    }

    /**
     * Whether a body, which is held, may have a member that says an order, and one that begins with a field: a server knows no bounds of
     * scores. Names with escapes may mean anything.
     */
    static boolean mayBeSorted(ByteBuf whole) {
        int end = whole.writerIndex();
        for (int i = whole.readerIndex(); i < end; i++) {
            byte c = whole.getByte(i);
            if (c == '\\'
                    || c == '"'
                            && HeldText.isAt(SORT, whole, i)
                            && !beginsWithTheScore(whole, i + SORT.readableBytes())) {
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
        int at = HeldText.past('[', whole, value);
        return at < whole.writerIndex() && whole.getByte(at) == '{';
    }

    private static boolean beginsWithTheScore(ByteBuf whole, int behindTheName) {
        int at = HeldText.past(':', whole, behindTheName);
        at = HeldText.past('[', whole, at);
        at = HeldText.past('{', whole, at);
        return HeldText.isAt(SCORE, whole, at);
    }

    /** The head of a search, or of a change by query, for which all shards are asked alike. */
    static RequestHead alike(RequestHead head) {
        List<Parameter> sent = new ArrayList<>(head.target().parameters());
        sent.removeIf(parameter -> parameter.name().equals(SEARCH_TYPE));
        sent.add(new Parameter(SEARCH_TYPE, ALIKE));
        return head.withTarget(head.target().withParameters(sent));
    }
}
