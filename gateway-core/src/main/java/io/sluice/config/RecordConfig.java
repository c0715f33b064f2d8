package io.sluice.config;

import io.sluice.api.ByteSize;
import io.sluice.api.Key;
import io.sluice.api.SensitiveNames;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Keeping a flow's requests in files, as clients sent them, for {@code sluice-bench replay}. */
public record RecordConfig(
        @Key("directory of the files, relative to the configuration file; it is made if it is missing")
        Path directory,

        @Key(value = "how many of the requests are kept, from 0 to 1", def = "1")
        double share,

        @Key(value = "which requests are kept", def = "all") MirrorConfig.Requests requests,

        @Key(value = "whether answers are kept with them", def = "false")
        boolean answers,

        @Key(value = "a request with a longer body is left out, and a longer answer", def = "8MiB")
        ByteSize maxBody,

        @Key(value = "what is held in memory until it is written; beyond it requests are left out", def = "64MiB")
        ByteSize maxBytes,

        @Key(value = "size at which a new file is begun, compressed", def = "64MiB")
        ByteSize rotateAt,

        @Key(value = "how many files are kept; the oldest are deleted", def = "16")
        int keep,

        @Key(value = "further headers that are kept, such as one by which a filter tells the tenant", def = "[]")
        List<String> with,

        @Key(value = "headers that are not kept although they usually are", def = "[]")
        List<String> without) {

    private static final long MOST = 256L << 20;
    /** A replay writes these anew. */
    private static final Set<String> OF_THE_CONNECTION =
            Set.of("host", "connection", "content-length", "transfer-encoding", "expect", "upgrade");

    public RecordConfig {
        with = List.copyOf(with);
        without = List.copyOf(without);
        Checks checks = new Checks();
        checks.require(share >= 0 && share <= 1, "share is from 0 to 1");
        checks.require(maxBody.bytes() > 0 && maxBody.bytes() <= MOST, "maxBody is from 1 byte to 256MiB");
        checks.require(maxBytes.bytes() >= maxBody.bytes(), "maxBytes is at least maxBody");
        checks.require(rotateAt.bytes() > 0, "rotateAt is more than 0");
        checks.atLeast(1, keep, "keep");
        for (String name : with) {
            checks.require(!SensitiveNames.matches(name), "with names " + name + ", which may carry credentials");
            checks.require(
                    !OF_THE_CONNECTION.contains(name.toLowerCase(Locale.ROOT)),
                    "with names " + name + ", which is of the connection");
        }
        checks.done();
    }
}
