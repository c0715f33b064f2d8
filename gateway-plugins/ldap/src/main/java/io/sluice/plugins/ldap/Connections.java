package io.sluice.plugins.ldap;

import com.unboundid.ldap.sdk.LDAPException;
import com.unboundid.ldap.sdk.ResultCode;
import io.sluice.api.check.Deadline;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.jspecify.annotations.Nullable;

/**
 * Connections of one account that are kept for the next check. There are never more than threads that use them.
 * Thread-safe.
 */
final class Connections implements AutoCloseable {

    /** A server that was restarted says so only when its old connections are used. */
    private static final Set<ResultCode> LOST =
            Set.of(ResultCode.SERVER_DOWN, ResultCode.CONNECT_ERROR, ResultCode.UNAVAILABLE);

    private final Servers servers;
    private final @Nullable ServiceAccount account;
    private final ConcurrentLinkedDeque<Link> idle = new ConcurrentLinkedDeque<>();
    private volatile boolean closed;

    /** @param account that the connections log in with; null for none */
    Connections(Servers servers, @Nullable ServiceAccount account) {
        this.servers = servers;
        this.account = account;
    }

    /** Something that is asked of a server. */
    interface Call<T> {
        T on(Link link) throws LDAPException, UnusableEntryException;
    }

    /**
     * Makes a call, on another connection once more if an old one turns out to be lost.
     *
     * @throws LDAPException if no server could be asked, or what the server said
     */
    <T> T use(Deadline deadline, Call<T> call) throws LDAPException, UnusableEntryException {
        Link kept = takeIdle();
        if (kept != null) {
            try {
                return use(kept, call);
            } catch (LDAPException e) {
                if (!LOST.contains(e.getResultCode()) || deadline.isOver()) {
                    throw e;
                }
                closeIdle();
            }
        }
        return use(servers.connect(account, deadline), call);
    }

    private @Nullable Link takeIdle() {
        for (Link link = idle.pollFirst(); link != null; link = idle.pollFirst()) {
            if (link.isReusable()) {
                return link;
            }
            link.close();
        }
        return null;
    }

    // What is unusable was at least said in full, so the connection is still good.
    private <T> T use(Link link, Call<T> call) throws LDAPException, UnusableEntryException {
        boolean broken = true;
        try {
            T result = call.on(link);
            broken = false;
            return result;
        } catch (UnusableEntryException e) {
            broken = false;
            throw e;
        } finally {
            if (broken) {
                link.close();
            } else {
                giveBack(link);
            }
        }
    }

    private void giveBack(Link link) {
        idle.addFirst(link);
        if (closed) {
            closeIdle();
        }
    }

    /** Asks each connection that nobody uses whether its server still answers; after one that does not, none is kept. */
    void check(Deadline deadline) {
        for (int left = idle.size(); left > 0; left--) {
            Link link = idle.pollLast();
            if (link == null) {
                return;
            }
            try {
                if (link.isReusable()) {
                    link.probe(deadline);
                    giveBack(link);
                } else {
                    link.close();
                }
            } catch (LDAPException e) {
                link.close();
                closeIdle();
            }
        }
    }

    int idle() {
        return idle.size();
    }

    private void closeIdle() {
        for (Link link = idle.pollFirst(); link != null; link = idle.pollFirst()) {
            link.close();
        }
    }

    @Override
    public void close() {
        closed = true;
        closeIdle();
    }
}
