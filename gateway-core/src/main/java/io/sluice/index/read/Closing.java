package io.sluice.index.read;

import io.sluice.index.call.Call;
import io.sluice.index.call.ClusterCalls;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Frees what a server holds for a reader. Stateless. */
final class Closing {
    private static final Logger LOG = LoggerFactory.getLogger(Closing.class);

    private Closing() {}

    /** Sends the request even if the thread was told to stop; the server forgets by itself what cannot be freed. */
    static void send(ClusterCalls calls, Call call) {
        boolean interrupted = Thread.interrupted();
        try {
            calls.send(call.once(), null);
        } catch (IOException e) {
            LOG.atDebug().setCause(e).log("a point in time or scroll was not closed");
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
