package io.sluice.regroup;

import io.sluice.failure.FileFailure;
import io.sluice.failure.LogPace;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts the files of spools that cannot be used, and logs one a minute at most. Thread-safe. */
public final class SpoolFailures {
    private static final Logger LOG = LoggerFactory.getLogger(SpoolFailures.class);

    private final LongAdder count = new LongAdder();
    private final LogPace pace = new LogPace(Duration.ofMinutes(1));

    /** How many files could not be used since the start. */
    public long count() {
        return count.sum();
    }

    void record(@Nullable Path directory, IOException problem) {
        count.increment();
        long unlogged = pace.next(System.nanoTime());
        if (unlogged >= 0) {
            LOG.atError()
                    .addKeyValue("directory", directory == null ? System.getProperty("java.io.tmpdir") : directory)
                    .addKeyValue("reason", FileFailure.describe(problem))
                    .addKeyValue("unlogged", unlogged)
                    .log("a temporary file for bulks cannot be used");
        }
    }
}
