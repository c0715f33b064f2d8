package io.sluice.filters.tenant;

import io.sluice.api.Exchange;
import io.sluice.api.ExchangeKey;
import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * What a request that changes something is called in the cluster: a cluster keeps the {@code X-Opaque-Id} of a request with each task that it
 * begins for it, so that it can be asked whether it is through with it. Servers log a deprecation once for each such header, so there are few
 * marks; one that a request without an answer has is given to no other.
 *
 * @param text the beginning of that header up to its second slash
 * @param number of the mark; -1 if it is the request's alone
 */
record ChangeMark(String text, int number) {

    static final ExchangeKey<ChangeMark> KEY = new ExchangeKey<>("change mark", ChangeMark.class);

    /** Gives marks to the requests of one filter, which no other filter gives. Thread-safe. */
    static final class Source {
        private static final int MARKS = 16;

        private final String own =
                "/~" + Long.toUnsignedString(new SecureRandom().nextLong(), Character.MAX_RADIX) + ".";
        private final AtomicIntegerArray awaited = new AtomicIntegerArray(MARKS);

        /** The mark of a tenant's request. */
        ChangeMark next(String tenant, Exchange exchange) {
            int first = exchange.id().hashCode();
            for (int i = 0; i < MARKS; i++) {
                int number = Math.floorMod(first + i, MARKS);
                if (awaited.get(number) == 0) {
                    return new ChangeMark(tenant + own + Integer.toString(number, Character.MAX_RADIX), number);
                }
            }
            return new ChangeMark(tenant + own + exchange.id(), -1);
        }

        /** A request with the mark got no answer. */
        void await(ChangeMark mark) {
            if (mark.number >= 0) {
                awaited.incrementAndGet(mark.number);
            }
        }

        /** It is over. */
        void over(ChangeMark mark) {
            if (mark.number >= 0) {
                awaited.decrementAndGet(mark.number);
            }
        }
    }
}
