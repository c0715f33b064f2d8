package io.sluice.plugins.ratelimit;

/**
 * Tokens that a request needs before it goes on.
 *
 * @param key the bucket's name
 */
record Wanted(ActiveLimit limit, String key, long tokens) {

    void giveBack() {
        limit.buckets().giveBack(key, tokens);
    }
}
