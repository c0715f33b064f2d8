package io.sluice.upstream;

/**
 * Limits retries to a share of the requests, so that a broken cluster is not asked many times over. A reserve lets the
 * requests that are in flight when a node dies go on. One per event loop and cluster; no locks.
 */
final class RetryBudget {
    private static final int RESERVE = 1_000;
    private static final int COST = 100;

    private final int sharePercent;
    private int credit = RESERVE * COST;

    RetryBudget(int sharePercent) {
        this.sharePercent = sharePercent;
    }

    void onRequest() {
        credit = Math.min(credit + sharePercent, RESERVE * COST);
    }

    /** Whether one more try is allowed; it is then spent. */
    boolean trySpend() {
        if (sharePercent == 0 || credit < COST) {
            return false;
        }
        credit -= COST;
        return true;
    }
}
