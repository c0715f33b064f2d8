package io.sluice.filters.tenant;

import io.netty.buffer.ByteBuf;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import io.sluice.api.RequestTarget;
import io.sluice.api.RequestTarget.Parameter;
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
        if (isSorted(head.target()) || !mayBeHeld(head)) {
            return then.apply(alike(head));
        }
        return new RequestPlan.Aggregate(
                BodyPlans.MAX_COLLECTED, whole -> then.apply(mayBeSorted(whole) ? alike(head) : head));
    }

    /** The head of a search with this body, which is held. */
    static RequestHead of(RequestHead head, ByteBuf whole) {
        return isSorted(head.target()) || mayBeSorted(whole) ? alike(head) : head;
    }

    private static boolean isSorted(RequestTarget target) {
        return target.parameter("sort") != null;
    }

    /** Whether a body, which is held, may have a member that says an order. Names with escapes may mean anything. */
    static boolean mayBeSorted(ByteBuf whole) {
        int end = whole.writerIndex();
        for (int i = whole.readerIndex(); i < end; i++) {
            byte c = whole.getByte(i);
            if (c == '\\') {
                return true;
            }
            if (c == '"'
                    && end - i > 5
                    && whole.getInt(i + 1) == ('s' << 24 | 'o' << 16 | 'r' << 8 | 't')
                    && whole.getByte(i + 5) == '"') {
                return true;
            }
        }
        return false;
    }

    private static RequestHead alike(RequestHead head) {
        List<Parameter> sent = new ArrayList<>(head.target().parameters());
        sent.removeIf(parameter -> parameter.name().equals(SEARCH_TYPE));
        sent.add(new Parameter(SEARCH_TYPE, ALIKE));
        return head.withTarget(head.target().withParameters(sent));
    }
}
