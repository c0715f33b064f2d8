package io.sluice.bench.net;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** The processes that this JVM started, and those that they started. */
public final class ChildProcesses {
    private static final long END_SECONDS = 10;

    private ChildProcesses() {}

    /**
     * Ends those that still run: politely, and after ten seconds by force. A signal to this JVM ends it in the middle of a measurement,
     * without closing what was started. Blocks until they have ended.
     */
    public static void end() {
        List<ProcessHandle> children = ProcessHandle.current().descendants().toList();
        children.forEach(ProcessHandle::destroy);
        CompletableFuture<?>[] ends =
                children.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new);
        try {
            CompletableFuture.allOf(ends)
                    .orTimeout(END_SECONDS, TimeUnit.SECONDS)
                    .join();
        } catch (CompletionException late) {
            children.forEach(ProcessHandle::destroyForcibly);
        }
    }
}
