package io.sluice.cli;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What signals do to a gateway's process: SIGTERM and SIGINT stop it, SIGHUP reloads. One that comes early waits for the start. */
final class ProcessSignals {
    private static final Logger LOG = LoggerFactory.getLogger(ProcessSignals.class);

    private ProcessSignals() {}

    /**
     * Takes signals from now on.
     *
     * @param started completed with what was started, or cancelled if that failed
     */
    static void listen(CompletableFuture<GatewayProcess> started) {
        // On SIGTERM and SIGINT the JVM runs its shutdown hooks and waits for them.
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(started), "sluice-stop"));
        HangUp.onSignal(() -> reload(started));
    }

    private static void stop(CompletableFuture<GatewayProcess> started) {
        try {
            started.get(StopLimit.GRACE.toNanos(), TimeUnit.NANOSECONDS).stop();
        } catch (CancellationException e) {
            LOG.debug("nothing was started", e);
        } catch (TimeoutException e) {
            LogEnd.after(() -> LOG.atError()
                    .addKeyValue("seconds", StopLimit.GRACE.toSeconds())
                    .log("stopped while it starts, since it has not started in time"));
        } catch (ExecutionException e) {
            throw new IllegalStateException("a start that fails is cancelled", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            LogEnd.flush();
        }
    }

    private static void reload(CompletableFuture<GatewayProcess> started) {
        try {
            started.join().reload("SIGHUP");
        } catch (CancellationException e) {
            LOG.debug("nothing was started", e);
        }
    }
}
