package io.sluice.regroup;

import org.jspecify.annotations.Nullable;

/** What is known of one bulk, for meters and for the access log. On the bulk's event loop. */
public final class BulkTrace {
    private int items;
    private int groups;
    private int subRequests;
    private int retries;
    private int unforeseen;
    private @Nullable WholeReason whole;

    void whole(WholeReason reason) {
        whole = reason;
    }

    void sent(int allItems, int allGroups, int lanes) {
        items = allItems;
        groups = allGroups;
        subRequests = lanes;
    }

    void retried() {
        retries++;
    }

    void unforeseen(int status) {
        if (status == 400) {
            unforeseen++;
        }
    }

    /** Items of the bulk; 0 if it was not split. */
    public int items() {
        return items;
    }

    /** Groups that the router named. */
    public int groups() {
        return groups;
    }

    /** Requests that the bulk became, without those for what was sent again. */
    public int subRequests() {
        return subRequests;
    }

    /** How often something was sent again. */
    public int retries() {
        return retries;
    }

    /** Parts that a server refused with 400 although the whole bulk had been found valid. */
    public int unforeseen() {
        return unforeseen;
    }

    /** Why it was relayed whole; null if it was split. */
    public @Nullable WholeReason whole() {
        return whole;
    }
}
