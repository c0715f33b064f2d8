package io.sluice.config;

import io.sluice.api.ByteSize;
import io.sluice.api.ClusterName;
import io.sluice.api.Key;
import java.time.Duration;
import java.util.List;

/** A copy of a flow's requests for another cluster, whose answers are compared and never shown to clients. */
public record MirrorConfig(
        @Key("the cluster that gets copies, its name under clusters; another than the flow's own")
        ClusterName cluster,

        @Key(value = "how many of the requests are copied, from 0 to 1", def = "1")
        double share,

        @Key(value = "which requests are copied", def = "all")
        Requests requests,

        @Key(value = "whether answers are compared", def = "true")
        boolean compare,

        @Key(value = "members of answers that are not compared, beside those that differ by nature", def = "[]")
        List<String> ignore,

        @Key(
                value = "what is held in memory of all copies and their answers; beyond it requests are not copied",
                def = "64MiB")
        ByteSize maxBytes,

        @Key(value = "how many copies are on their way at the same time; beyond it requests are not copied", def = "64")
        int concurrency,

        @Key(value = "how long the other cluster may take for an answer", def = "30s")
        Duration timeout) {

    /** Which requests are copied, or kept. */
    public enum Requests {
        /** Each. */
        ALL,
        /** Those that change nothing. */
        READS,
        /** All others. */
        WRITES;

        /** Whether a request is one of them. */
        public boolean include(boolean reads) {
            return this == ALL || reads == (this == READS);
        }
    }

    public MirrorConfig {
        ignore = List.copyOf(ignore);
        Checks checks = new Checks();
        checks.require(share >= 0 && share <= 1, "share is from 0 to 1");
        checks.require(maxBytes.bytes() > 0, "maxBytes is more than 0");
        checks.atLeast(1, concurrency, "concurrency");
        checks.positive(timeout, "timeout");
        checks.done();
    }
}
