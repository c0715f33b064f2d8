package io.sluice.config;

import io.sluice.api.ByteSize;
import io.sluice.api.Key;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One queue: where it keeps writes, what it takes, and how it is drained to its cluster.
 *
 * @param place where the section stands
 */
public record QueueConfig(
        @Key("what keeps the records, see sluice filters: disk, kafka, or a plugin's engine")
        String engine,

        @Key("what an engine of that type needs, see sluice filters TYPE")
        Record config,

        @Key("the cluster that the queue is drained to, its name under clusters")
        String cluster,

        @Key(
                value = "other queues that keep the same writes, each for another cluster that is to hold the same",
                def = "[]")
        List<String> copies,

        @Key("regrouping the bulks that the queue sends; without it each goes to one node") @Nullable BulkConfig bulk,

        @Key(value = "a longer request is refused with 413", def = "32MiB")
        ByteSize maxRequestBytes,

        @Key(
                value = "what is held in memory of all requests that wait to be kept; beyond it requests get 429",
                def = "128MiB")
        ByteSize maxPendingBytes,

        @Key(
                value = "what is held in memory of records that are being sent or wait for their turn, beyond the first"
                        + " 512KiB of each lane; a longer record is held alone",
                def = "64MiB")
        ByteSize maxHeldBytes,

        @Key(value = "how long the engine may take to keep a request before its client gets 503", def = "30s")
        Duration keepTimeout,

        @Key(
                value = "how long a client waits at most that asks with wait for an answer when its write is indexed",
                def = "30s")
        Duration maxWait,

        @Key(
                value =
                        "what an answer says of what is kept: queued, or typed, which says what is to be done and has the"
                                + " other members without which the high-level REST client of Elasticsearch 7 fails",
                def = "queued")
        Answers answers,

        @Key(value = "the bulks that the queue sends", def = "{}")
        QueueBatchConfig batch,

        @Key(value = "trying again what the cluster did not take", def = "{}")
        QueueRetryConfig retry,

        Place place) {

    /** What an answer says of what is kept. */
    public enum Answers {
        /** That it is queued. */
        QUEUED,
        /** What servers say of what they have executed, with a receipt. */
        TYPED
    }

    private static final long SMALLEST = 1 << 10;

    public QueueConfig {
        copies = List.copyOf(copies);
        Checks checks = new Checks();
        checks.require(maxRequestBytes.bytes() >= SMALLEST, "maxRequestBytes is at least 1KiB");
        checks.require(maxRequestBytes.bytes() <= Integer.MAX_VALUE / 2, "maxRequestBytes is at most 1023MiB");
        checks.require(
                maxPendingBytes.bytes() >= maxRequestBytes.bytes(), "maxPendingBytes is at least maxRequestBytes");
        checks.require(maxHeldBytes.bytes() > 0, "maxHeldBytes is more than 0");
        checks.positive(keepTimeout, "keepTimeout");
        checks.positive(maxWait, "maxWait");
        checks.done();
    }

    /** Whether another configuration of this queue has its records kept in the same way, so that it may stay open. */
    public boolean keepsAs(QueueConfig other) {
        return engine.equals(other.engine) && config.equals(other.config);
    }
}
