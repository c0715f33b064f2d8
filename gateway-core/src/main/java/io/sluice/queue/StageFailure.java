package io.sluice.queue;

import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** Tells why a stage failed. Stateless. */
final class StageFailure {
    private StageFailure() {}

    /** What a stage was completed with, without what stages that depend on it wrap it in; null if it did not fail. */
    static @Nullable Throwable of(@Nullable Throwable thrown) {
        return thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
    }
}
