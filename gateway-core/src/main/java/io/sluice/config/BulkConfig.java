package io.sluice.config;

import io.sluice.api.ByteSize;
import io.sluice.api.Key;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How bulks are regrouped on their way.
 *
 * @param config null if groupBy is {@link FilterTypes#NO_ROUTER}
 * @param place where the section stands
 */
public record BulkConfig(
        @Key("what makes the groups: shard, node, a plugin's router, or none to relay bulks whole")
        String groupBy,

        @Key("what a router of that type needs, see sluice filters TYPE") @Nullable Record config,

        @Key(value = "a shorter bulk is relayed whole", def = "256KiB")
        ByteSize minBytes,

        @Key(value = "a bulk of fewer items is relayed whole if all of it has come when minBytes have", def = "100")
        int minItems,

        @Key(
                value =
                        "requests that one bulk becomes at most, but one for each cluster at least; 0: one for each node",
                def = "0")
        int maxSubrequests,

        @Key(
                value =
                        "how long a bulk waits for nodes that are busy before it goes on without them, and for the cluster to say what a"
                                + " name stands for",
                def = "2s")
        Duration queueTimeout,

        @Key(
                value = "what a client must send of a bulk in a second, so that it does not keep nodes waiting",
                def = "4KiB")
        ByteSize minBytesPerSecond,

        @Key(
                value =
                        "what is held of one bulk's answers; a longer result ends its node's answer, those before it stay",
                def = "16MiB")
        ByteSize mergeBytes,

        @Key("a part of a bulk for one node that is so long is sent and answered before what follows; left out: the"
                + " node's own limit counts")
        @Nullable ByteSize splitBytes,

        @Key(
                value =
                        "nothing of a bulk is sent before all of it has come and is known to be valid; it is spooled until then",
                def = "false")
        boolean atomic,

        @Key(
                value =
                        "who draws the ids of documents without one: the server, or the gateway, shardTargeted, so that they "
                                + "belong to the nodes that they are sent to",
                def = "server")
        AutoId autoId,

        @Key(value = "sending refused items again", def = "{}")
        BulkRetryConfig retry,

        @Key(
                value =
                        "what is spooled: results of bulks that are sent in parts, until the last part is answered, and bodies of atomic ones",
                def = "{}")
        BulkSpoolConfig spool,

        Place place) {

    /** Who draws the ids of documents that come without. */
    public enum AutoId {
        SERVER("server"),
        SHARD_TARGETED("shardTargeted");

        private final String text;

        AutoId(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    private static final long SMALLEST_MERGE = 1 << 20;

    public BulkConfig {
        Checks checks = new Checks();
        checks.atLeast(1, minItems, "minItems");
        checks.atLeast(0, maxSubrequests, "maxSubrequests");
        checks.positive(queueTimeout, "queueTimeout");
        checks.require(splitBytes == null || splitBytes.bytes() > 0, "splitBytes is more than 0");
        checks.require(mergeBytes.bytes() >= SMALLEST_MERGE, "mergeBytes is at least 1MiB");
        boolean none = groupBy.equals(FilterTypes.NO_ROUTER);
        checks.require(
                !none || !atomic && splitBytes == null && autoId == AutoId.SERVER,
                "with groupBy: none bulks are relayed as they come, so atomic, splitBytes and autoId have no effect; write"
                        + " groupBy: node, or leave them out");
        checks.done();
    }
}
