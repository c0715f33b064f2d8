package io.sluice.filters.tenant;

import io.sluice.api.ExchangeKey;
import java.security.SecureRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What requests of a tenant that change something are called in the cluster: a cluster keeps the {@code X-Opaque-Id} of a request with each task
 * that it begins for it, so that it can be asked whether it is through with it. Servers log a deprecation once for each such header, so a
 * tenant's requests have the same mark as long as all are answered; one that a request without an answer has is given to no other.
 *
 * @param text the beginning of that header up to its second slash
 */
record ChangeMark(String text) {

    static final ExchangeKey<ChangeMark> KEY = new ExchangeKey<>("change mark", ChangeMark.class);

    /** Gives marks to the requests of one filter, which no other filter gives. Thread-safe. */
    static final class Source {
        private static final int SHARED = 16;

        private final String own =
                "/~" + Long.toUnsignedString(new SecureRandom().nextLong(), Character.MAX_RADIX) + ".";
        /** How many marks were given of which no other request has the same. */
        private final AtomicLong more = new AtomicLong();
        /** How many requests without an answer have a mark, by its text. */
        private final ConcurrentMap<String, Integer> awaited = new ConcurrentHashMap<>();

        /** The mark of a tenant's request, or of one of the gateway's own for the tenant. */
        ChangeMark next(String tenant) {
            for (int number = 0; number < SHARED; number++) {
                String text = tenant + own + Integer.toString(number, Character.MAX_RADIX);
                if (!awaited.containsKey(text)) {
                    return new ChangeMark(text);
                }
            }
            return new ChangeMark(tenant + own + Long.toString(SHARED + more.getAndIncrement(), Character.MAX_RADIX));
        }

        /** A request with the mark got no answer. */
        void await(ChangeMark mark) {
            awaited.merge(mark.text, 1, Integer::sum);
        }

        /** It is over. */
        void over(ChangeMark mark) {
            awaited.computeIfPresent(mark.text, (text, count) -> count == 1 ? null : count - 1);
        }
    }
}
