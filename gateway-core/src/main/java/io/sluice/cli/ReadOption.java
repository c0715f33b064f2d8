package io.sluice.cli;

import io.sluice.api.ByteSize;
import io.sluice.index.call.CallTerms;
import io.sluice.index.job.Pace;
import io.sluice.index.read.SnapshotKind;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options about how fast and how patiently clusters are asked. */
final class ReadOption {
    private static final int MOST_WORKERS = 64;

    @Option(names = "--workers", defaultValue = "4", description = "slices or files at a time (${DEFAULT-VALUE})")
    private int workers;

    @Option(
            names = "--page",
            paramLabel = "SIZE",
            defaultValue = "2MiB",
            converter = SizeConverter.class,
            description = "about the size of one answer and of one bulk (${DEFAULT-VALUE})")
    private ByteSize page;

    @Option(
            names = "--max-answer",
            paramLabel = "SIZE",
            defaultValue = "16MiB",
            converter = SizeConverter.class,
            description = "the longest answer; it has to hold two of the longest documents (${DEFAULT-VALUE})")
    private ByteSize maxAnswer;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            defaultValue = "60",
            description = "how long one request may take (${DEFAULT-VALUE})")
    private int timeout;

    @Option(
            names = "--patience",
            paramLabel = "SECONDS",
            defaultValue = "300",
            description = "how long a cluster may be away or busy before the command gives up (${DEFAULT-VALUE})")
    private int patience;

    @Option(
            names = "--snapshot",
            defaultValue = "auto",
            description = "how the newest documents are held still: auto, pit or scroll (${DEFAULT-VALUE})")
    private SnapshotKind snapshot;

    @Option(
            names = "--max-documents",
            paramLabel = "N",
            defaultValue = "0",
            description = "documents a second at most; 0 for no bound")
    private long maxDocuments;

    @Option(
            names = "--max-bytes",
            paramLabel = "SIZE",
            defaultValue = "0",
            converter = SizeConverter.class,
            description = "bytes of documents a second at most; 0 for no bound")
    private ByteSize maxBytes;

    /** Reads sizes as configurations write them. */
    static final class SizeConverter implements ITypeConverter<ByteSize> {
        @Override
        public ByteSize convert(String value) {
            try {
                return ByteSize.parse(value);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }

    /**
     * Refuses numbers that cannot be.
     *
     * @throws IllegalArgumentException naming the option
     */
    void check() {
        require(workers >= 1 && workers <= MOST_WORKERS, "--workers is between 1 and " + MOST_WORKERS);
        require(
                page.bytes() >= 1 << 10 && page.bytes() <= maxAnswer.bytes(),
                "--page is between 1KiB and --max-answer");
        require(maxAnswer.bytes() <= 1L << 30, "--max-answer is at most 1GiB");
        require(timeout >= 1, "--timeout is at least 1");
        require(patience >= 0, "--patience is at least 0");
        require(maxDocuments >= 0, "--max-documents is at least 0");
    }

    private static void require(boolean condition, String problem) {
        if (!condition) {
            throw new IllegalArgumentException(problem);
        }
    }

    int workers() {
        return workers;
    }

    int pageBytes() {
        return page.saturatedInt();
    }

    SnapshotKind snapshot() {
        return snapshot;
    }

    Pace pace() {
        return new Pace(maxDocuments, maxBytes.bytes());
    }

    CallTerms calls() {
        return new CallTerms(Duration.ofSeconds(timeout), Duration.ofSeconds(patience), maxAnswer.saturatedInt());
    }
}
