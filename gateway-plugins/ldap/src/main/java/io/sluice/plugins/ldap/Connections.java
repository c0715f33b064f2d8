package io.sluice.plugins.ldap;

import com.unboundid.ldap.sdk.LDAPException;
import com.unboundid.ldap.sdk.ResultCode;
import io.sluice.api.check.Deadline;
import io.sluice.plugins.ldap.Servers.Server;
import java.time.Duration;
import java.util.Deque;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Connections of one account that are kept for the next check. There are never more to a server than threads that use
 * them. Thread-safe.
 */
final class Connections implements AutoCloseable {

    /** A server that was restarted says so only when its old connections are used. */
    private static final Set<ResultCode> LOST =
            Set.of(ResultCode.SERVER_DOWN, ResultCode.CONNECT_ERROR, ResultCode.UNAVAILABLE);

    /** What a server says of a question, and every other one would say, too. Clients may have a part in these. */
    private static final Set<ResultCode> OF_QUESTIONS = Set.of(
            ResultCode.SIZE_LIMIT_EXCEEDED,
            ResultCode.ADMIN_LIMIT_EXCEEDED,
            ResultCode.UNDEFINED_ATTRIBUTE_TYPE,
            ResultCode.INAPPROPRIATE_MATCHING,
            ResultCode.INVALID_ATTRIBUTE_SYNTAX,
            ResultCode.INVALID_DN_SYNTAX);

    private final Servers servers;
    private final @Nullable ServiceAccount account;
    private final Duration connectTimeout;
    private final Map<Server, Deque<Link>> idle;
    private volatile boolean closed;

    /** @param account that the connections log in with; null for none */
    Connections(Servers servers, @Nullable ServiceAccount account, Duration connectTimeout) {
        this.servers = servers;
        this.account = account;
        this.connectTimeout = connectTimeout;
        this.idle = servers.all().stream()
                .collect(Collectors.toUnmodifiableMap(server -> server, server -> new ConcurrentLinkedDeque<>()));
    }

    /** Something that is asked of a server. */
    interface Call<T> {
        T on(Link link) throws LDAPException, UnusableEntryException;
    }

    /** What a server says of a question that was asked, rather than of the account that the connection logs in with. */
    private static final class QuestionException extends LDAPException {
        private static final long serialVersionUID = 1;

        QuestionException(LDAPException answer) {
            super(answer.getResultCode(), answer.getMessage(), answer);
        }
    }

    /**
     * Makes a call to one server after the other until one answers it. One that fails is asked last from then on, unless
     * it was too slow and had little time.
     *
     * @throws LDAPException if none answered in time, with what the last one said
     */
    <T> T use(CheckTime time, Call<T> call) throws LDAPException, UnusableEntryException {
        LDAPException problem = new LDAPException(ResultCode.TIMEOUT, "no time is left to ask");
        for (Server server : servers.inTurn()) {
            if (time.isOver()) {
                break;
            }
            boolean fair = time.isFair();
            try {
                return use(server, time.deadline(), call);
            } catch (QuestionException e) {
                throw e;
            } catch (LDAPException e) {
                if (fair || !time.isOver()) {
                    servers.failed(server);
                }
                problem = e;
            }
        }
        throw problem;
    }

    // If an old connection turns out to be lost, the call is made once more on a new one.
    private <T> T use(Server server, Deadline deadline, Call<T> call) throws LDAPException, UnusableEntryException {
        Deque<Link> kept = Objects.requireNonNull(idle.get(server));
        Link link = takeIdle(kept);
        if (link != null) {
            try {
                return use(link, kept, call);
            } catch (LDAPException e) {
                if (!LOST.contains(e.getResultCode()) || deadline.isOver()) {
                    throw e;
                }
                closeIdle(kept);
            }
        }
        return use(servers.open(server, account, deadline.atMost(connectTimeout)), kept, call);
    }

    private static @Nullable Link takeIdle(Deque<Link> kept) {
        for (Link link = kept.pollFirst(); link != null; link = kept.pollFirst()) {
            if (link.isReusable()) {
                return link;
            }
            link.close();
        }
        return null;
    }

    // What is unusable was at least said in full, so the connection is still good.
    private <T> T use(Link link, Deque<Link> kept, Call<T> call) throws LDAPException, UnusableEntryException {
        boolean broken = true;
        try {
            T result = call.on(link);
            broken = false;
            return result;
        } catch (UnusableEntryException e) {
            broken = false;
            throw e;
        } catch (LDAPException e) {
            throw OF_QUESTIONS.contains(e.getResultCode()) ? new QuestionException(e) : e;
        } finally {
            if (broken) {
                link.close();
            } else {
                giveBack(link, kept);
            }
        }
    }

    private void giveBack(Link link, Deque<Link> kept) {
        kept.addFirst(link);
        if (closed) {
            closeIdle(kept);
        }
    }

    /**
     * Asks each connection that nobody uses whether its server still answers, within the time that a new one may take for
     * those to one server. After one that does not answer, none to its server is kept.
     */
    void check() {
        idle.values().forEach(kept -> check(kept, Deadline.after(connectTimeout)));
    }

    private void check(Deque<Link> kept, Deadline deadline) {
        for (int left = kept.size(); left > 0; left--) {
            Link link = kept.pollLast();
            if (link == null) {
                return;
            }
            try {
                if (link.isReusable()) {
                    link.probe(deadline);
                    giveBack(link, kept);
                } else {
                    link.close();
                }
            } catch (LDAPException e) {
                link.close();
                closeIdle(kept);
            }
        }
    }

    int idle() {
        return idle.values().stream().mapToInt(Deque::size).sum();
    }

    private static void closeIdle(Deque<Link> kept) {
        for (Link link = kept.pollFirst(); link != null; link = kept.pollFirst()) {
            link.close();
        }
    }

    @Override
    public void close() {
        closed = true;
        idle.values().forEach(Connections::closeIdle);
    }
}
