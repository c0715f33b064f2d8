package io.sluice.filters.tenant.move;

import io.sluice.api.ExchangeKey;
import java.time.Duration;
import java.util.Set;
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
public record ChangeMark(String text) {

    public static final ExchangeKey<ChangeMark> KEY = new ExchangeKey<>("change mark", ChangeMark.class);

    /** How often the tasks of a cluster are looked at. */
    public static final Duration LOOK = Duration.ofSeconds(1);

    /** How many looks in a row have to find no task of a request: servers may take some seconds before a request is a task. */
    public static final int QUIET = 10;

    private static final String OWNED = "/~";
    private static final char COUNTED = '.';

    /** Whether a mark was given to a tenant's request by one of these owners. */
    static boolean isOf(String text, String tenant, Set<String> owners) {
        int owner = tenant.length() + OWNED.length();
        int end = text.indexOf(COUNTED, owner);
        return end >= 0 && text.startsWith(tenant + OWNED) && owners.contains(text.substring(owner, end));
    }

    /** Gives marks to the requests of one filter, which no other filter gives. Thread-safe. */
    public static final class Source {
        private static final int SHARED = 16;

        private final String own;
        /** Where to look for a number that no request without an answer has, once the first ones have all been taken. */
        private final AtomicLong more = new AtomicLong(SHARED);
        /** How many requests without an answer have a mark, by its text. */
        private final ConcurrentMap<String, Integer> awaited = new ConcurrentHashMap<>();

        /** @param owner what no other filter is called; without dots and slashes */
        public Source(String owner) {
            this.own = OWNED + owner + COUNTED;
        }

        /** The mark of a tenant's request, or of one of the gateway's own for the tenant. */
        public ChangeMark next(String tenant) {
            for (int number = 0; number < SHARED; number++) {
                String text = text(tenant, number);
                if (!awaited.containsKey(text)) {
                    return new ChangeMark(text);
                }
            }
            long number = more.get();
            while (awaited.containsKey(text(tenant, number))) {
                number = more.incrementAndGet();
            }
            return new ChangeMark(text(tenant, number));
        }

        private String text(String tenant, long number) {
            return tenant + own + Long.toString(number, Character.MAX_RADIX);
        }

        /** A request with the mark got no answer. */
        public void await(ChangeMark mark) {
            awaited.merge(mark.text, 1, Integer::sum);
        }

        /** It is over. */
        public void over(ChangeMark mark) {
            awaited.computeIfPresent(mark.text, (text, count) -> count == 1 ? null : count - 1);
        }
    }
}
