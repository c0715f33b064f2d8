package io.sluice.plugins.ratelimit;

import io.sluice.api.FilterMeters;

/**
 * A limit with what a filter needs to apply it.
 *
 * @param refused counts requests that it refused
 * @param refusedDocuments counts items of bulks that it refused
 * @param delayed counts requests that waited for its tokens
 */
record ActiveLimit(
        Limit limit,
        Buckets buckets,
        Refusals refusals,
        FilterMeters.Counter refused,
        FilterMeters.Counter refusedDocuments,
        FilterMeters.Counter delayed) {

    static ActiveLimit of(Limit limit, Buckets buckets, ToldIn headers, FilterMeters meters) {
        return new ActiveLimit(
                limit,
                buckets,
                new Refusals(limit, headers),
                meters.counter("refused_requests", "Requests that a limit refused"),
                meters.counter("refused_documents", "Items of bulks that a limit refused"),
                meters.counter("delayed_requests", "Requests that waited for tokens of a limit"));
    }

    boolean counts(Counted what) {
        return limit.config().of() == what;
    }
}
