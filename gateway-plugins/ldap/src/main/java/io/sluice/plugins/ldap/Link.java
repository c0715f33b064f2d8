package io.sluice.plugins.ldap;

import com.unboundid.ldap.sdk.DereferencePolicy;
import com.unboundid.ldap.sdk.Filter;
import com.unboundid.ldap.sdk.LDAPConnection;
import com.unboundid.ldap.sdk.LDAPException;
import com.unboundid.ldap.sdk.ResultCode;
import com.unboundid.ldap.sdk.SearchRequest;
import com.unboundid.ldap.sdk.SearchResultEntry;
import com.unboundid.ldap.sdk.SearchResultListener;
import com.unboundid.ldap.sdk.SearchResultReference;
import com.unboundid.ldap.sdk.SearchScope;
import com.unboundid.ldap.sdk.SimpleBindRequest;
import io.sluice.api.check.Deadline;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** A connection to one server. Its methods wait for the server until their deadline; one thread at a time uses it. */
final class Link implements AutoCloseable {

    /** What servers say of a user's name or password, and not of themselves. */
    private static final Set<ResultCode> REFUSALS = Set.of(
            ResultCode.INVALID_CREDENTIALS,
            ResultCode.NO_SUCH_OBJECT,
            ResultCode.INVALID_DN_SYNTAX,
            ResultCode.INAPPROPRIATE_AUTHENTICATION,
            ResultCode.UNWILLING_TO_PERFORM,
            ResultCode.CONSTRAINT_VIOLATION,
            ResultCode.INSUFFICIENT_ACCESS_RIGHTS);

    private final LDAPConnection connection;
    private final KeptSocket socket;
    private final Watchdog watchdog;
    private final Deadline retirement;

    /** @param retirement when it is no longer lent to anybody */
    Link(LDAPConnection connection, KeptSocket socket, Watchdog watchdog, Deadline retirement) {
        this.connection = connection;
        this.socket = socket;
        this.watchdog = watchdog;
        this.retirement = retirement;
    }

    /** Whether others may use it later. */
    boolean isReusable() {
        return connection.isConnected() && !retirement.isOver();
    }

    /**
     * Whether the password is that of the entry. Afterwards the connection is that user's, or nobody's.
     *
     * @param password not empty: with an empty one a server may confirm any name (RFC 4513, 5.1.2)
     * @throws LDAPException if the server did not say
     */
    boolean bind(String entry, byte[] password, Deadline deadline) throws LDAPException {
        if (entry.isEmpty() || password.length == 0) {
            throw new IllegalArgumentException("a bind without name or password proves nothing");
        }
        try {
            bindAs(entry, password, deadline);
            return true;
        } catch (LDAPException e) {
            if (REFUSALS.contains(e.getResultCode())) {
                return false;
            }
            throw e;
        }
    }

    /** Makes the connection that of an account, or fails. */
    void bindAs(String entry, byte[] password, Deadline deadline) throws LDAPException {
        SimpleBindRequest request = new SimpleBindRequest(entry, password);
        request.setResponseTimeoutMillis(deadline.millis());
        watchdog.within(deadline, socket, () -> connection.bind(request));
    }

    /**
     * What is searched.
     *
     * @param most so many entries are welcome; more are an error with the code SIZE_LIMIT_EXCEEDED
     */
    record Question(String base, SearchScope scope, Filter filter, List<String> attributes, int most) {}

    /** The entries that the server finds. References to other servers are not followed. */
    List<SearchResultEntry> search(Question question, Deadline deadline) throws LDAPException {
        Found found = new Found(question.most());
        SearchRequest request = new SearchRequest(
                found,
                question.base(),
                question.scope(),
                DereferencePolicy.NEVER,
                question.most(),
                (deadline.millis() + 999) / 1000,
                false,
                question.filter(),
                question.attributes().toArray(String[]::new));
        request.setFollowReferrals(false);
        request.setResponseTimeoutMillis(deadline.millis());
        try {
            watchdog.within(deadline, socket, () -> connection.search(request));
        } catch (TooManyException e) {
            close();
            throw new LDAPException(ResultCode.SIZE_LIMIT_EXCEEDED, e.getMessage(), e);
        }
        return found.entries;
    }

    /** Whether the server answers. */
    void probe(Deadline deadline) throws LDAPException {
        Question anything =
                new Question("", SearchScope.BASE, Filter.createPresenceFilter("objectClass"), List.of("1.1"), 1);
        try {
            search(anything, deadline);
        } catch (LDAPException e) {
            // A server that says that nobody may ask answers, too.
            if (!e.getResultCode().isConnectionUsable()) {
                throw e;
            }
        }
    }

    /** Collects entries; a server may send more than it was asked for, without end. */
    private static final class Found implements SearchResultListener {
        private static final long serialVersionUID = 1;
        private static final int MOST_REFERENCES = 100;

        private final transient List<SearchResultEntry> entries = new ArrayList<>();
        private final int most;
        private int references;

        Found(int most) {
            this.most = most;
        }

        @Override
        public void searchEntryReturned(SearchResultEntry entry) {
            if (entries.size() == most) {
                throw new TooManyException("the server sends more entries than it was asked for");
            }
            entries.add(entry);
        }

        @Override
        public void searchReferenceReturned(SearchResultReference reference) {
            if (++references > MOST_REFERENCES) {
                throw new TooManyException("the server sends references without end");
            }
        }
    }

    private static final class TooManyException extends RuntimeException {
        private static final long serialVersionUID = 1;

        TooManyException(String message) {
            super(message);
        }
    }

    @Override
    public void close() {
        connection.closeWithoutUnbind();
    }
}
