package io.sluice.plugins.ldap;

import com.unboundid.ldap.sdk.LDAPException;
import com.unboundid.ldap.sdk.ResultCode;
import io.sluice.api.check.Deadline;
import java.io.IOException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes sockets whose time is over: a server that sends a byte now and then passes every timeout of a single read.
 * Thread-safe.
 */
final class Watchdog implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Watchdog.class);

    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, task -> {
        Thread thread = new Thread(task, "sluice-ldap-watchdog");
        thread.setDaemon(true);
        return thread;
    });

    Watchdog() {
        timer.setRemoveOnCancelPolicy(true);
    }

    /** Something that waits for a server. */
    interface Waiting<T> {
        T run() throws LDAPException;
    }

    /**
     * Runs what waits at the socket, which is closed if that takes too long.
     *
     * @throws LDAPException also if the answer is one to another kind of request, which the client casts unseen
     */
    <T> T within(Deadline deadline, KeptSocket socket, Waiting<T> waiting) throws LDAPException {
        Future<?> closing = timer.schedule(() -> close(socket), deadline.millis(), TimeUnit.MILLISECONDS);
        try {
            return waiting.run();
        } catch (ClassCastException e) {
            throw new LDAPException(ResultCode.DECODING_ERROR, "the answer is one to another kind of request", e);
        } finally {
            closing.cancel(false);
        }
    }

    private static void close(KeptSocket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            LOG.debug("a connection to a directory could not be closed", e);
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
