package io.sluice.tls;

import io.micrometer.core.instrument.Counter;
import io.sluice.metrics.MeterGroup;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import javax.net.ssl.SSLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Counts the handshakes that failed at one place, kind by kind, and logs each kind once a minute at most. Never logs what the peer
 * sent. Safe from any thread.
 */
public final class HandshakeFailures {
    private static final Logger LOG = LoggerFactory.getLogger(HandshakeFailures.class);
    private static final long PAUSE_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final int MAX_REASON = 300;

    private final Map<String, String> place;
    private final Map<HandshakeFailure, Seen> kinds = new EnumMap<>(HandshakeFailure.class);

    /** The state of one kind: its count, its count since the last log line, and when the next line may be written. */
    private record Seen(Counter all, LongAdder unlogged, AtomicLong nextLine) {}

    /**
     * Nothing has failed yet.
     *
     * @param meters of the place; their tags name it in the log too
     * @param name of the counter
     */
    public HandshakeFailures(MeterGroup meters, String name) {
        this.place = meters.tags();
        for (HandshakeFailure kind : HandshakeFailure.values()) {
            Counter counter = meters.count(name, "TLS handshakes that failed", "kind", kind.tag());
            kinds.put(kind, new Seen(counter, new LongAdder(), new AtomicLong(System.nanoTime())));
        }
    }

    /** Notes a failure; of a peer that does not speak TLS with {@link HandshakeFailure#PLAINTEXT}. */
    public void record(HandshakeFailure kind, Object peer) {
        record(kind, kind.description(), peer);
    }

    /** Notes a failure. */
    public void record(Throwable cause, Object peer) {
        HandshakeFailure kind = HandshakeFailure.of(cause);
        // If something is not a TLS record, Netty writes the peer's bytes into the message.
        boolean shown = cause instanceof SSLException && kind != HandshakeFailure.PLAINTEXT;
        record(kind, shown ? kind.description() + ": " + reason(cause) : kind.description(), peer);
    }

    private void record(HandshakeFailure kind, String reason, Object peer) {
        Seen seen = Objects.requireNonNull(kinds.get(kind));
        seen.all.increment();
        long now = System.nanoTime();
        long next = seen.nextLine.get();
        if (now - next < 0 || !seen.nextLine.compareAndSet(next, now + PAUSE_NANOS)) {
            seen.unlogged.increment();
            return;
        }
        LoggingEventBuilder line = LOG.atWarn();
        for (Map.Entry<String, String> name : place.entrySet()) {
            line = line.addKeyValue(name.getKey(), name.getValue());
        }
        line.addKeyValue("peer", peer)
                .addKeyValue("kind", kind.tag())
                .addKeyValue("reason", reason)
                .addKeyValue("unlogged", seen.unlogged.sumThenReset())
                .log("a TLS handshake failed");
    }

    /** The innermost message, which says most: "unable to find valid certification path to requested target". */
    public static String reason(Throwable cause) {
        Throwable at = cause;
        for (int i = 0; i < HandshakeFailure.MAX_CAUSES && at.getCause() != null; i++) {
            at = at.getCause();
        }
        String message = at.getMessage() == null ? String.valueOf(cause.getMessage()) : at.getMessage();
        String line = message.replaceAll("\\p{Cntrl}", " ");
        return line.length() > MAX_REASON ? line.substring(0, MAX_REASON) : line;
    }
}
