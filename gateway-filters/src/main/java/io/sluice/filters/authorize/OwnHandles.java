package io.sluice.filters.authorize;

import io.sluice.api.Json;
import io.sluice.api.JsonCursor;
import io.sluice.api.JsonEdit;
import io.sluice.api.Principal;
import io.sluice.api.Reply;
import io.sluice.api.ResponseHead;
import io.sluice.api.ResponsePlan;
import io.sluice.filters.handle.HandleKind;
import io.sluice.filters.handle.HandleSealer;
import io.sluice.filters.http.JsonTypes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one user has open: scrolls, points in time, asynchronous searches. Their ids are sealed in answers for the user, and opened in
 * requests; one that does not open is for those only who may read everything. For one exchange; on its event loop.
 */
final class OwnHandles {

    /** A sealed id that is longer is not read where it comes back in a body. */
    static final int LONGEST = 32 << 10;

    /** In the place of an id: whatever is open. */
    private static final String ALL = "_all";
    /** Elasticsearch from 8.16 on repeats the id of an asynchronous search there. */
    private static final String ASYNC_ID = "X-Elasticsearch-Async-Id";

    private static final int FAILURES = 300;

    private final HandleSealer sealer;
    private final String owner;
    private final Access access;
    private final boolean dryRun;
    private boolean answered;

    /**
     * An id that a request gives.
     *
     * @param text the server's id, or what the client gave where that may go on
     * @param refusal null if it may go on
     */
    record Opened(String text, @Nullable Reply refusal) {}

    /** @param dryRun whether ids stay as they are */
    OwnHandles(HandleSealer sealer, @Nullable Principal user, Access access, boolean dryRun) {
        this.sealer = sealer;
        this.owner = owner(user);
        this.access = access;
        this.dryRun = dryRun;
    }

    // It begins with a slash, unlike any tenant, and no two users have the same.
    private static String owner(@Nullable Principal user) {
        return user == null ? "/" : "/" + user.realm().length() + "/" + user.realm() + "/" + user.name();
    }

    /** Opens an id. */
    Opened open(HandleKind kind, String handle) {
        String id = dryRun ? null : sealer.open(owner, kind, handle);
        if (id != null) {
            return new Opened(id, null);
        }
        // In a dry run a user's own ids are not sealed, so only this one is known to be no user's own.
        boolean mayBeOwn = dryRun && !handle.equals(ALL);
        return new Opened(handle, mayBeOwn ? null : access.ofAny(EndpointClass.READ));
    }

    /** Opens a list of ids, as URLs have them; one that is refused refuses them all. */
    Opened openList(HandleKind kind, String handles) {
        List<String> ids = new ArrayList<>();
        for (String handle : handles.split(",", -1)) {
            Opened opened = open(kind, handle);
            if (opened.refusal() != null) {
                return opened;
            }
            ids.add(opened.text());
        }
        return new Opened(String.join(",", ids), null);
    }

    /** What becomes of an id in a body: a scalar. */
    JsonEdit edit(HandleKind kind, JsonCursor at) {
        // None that was sealed is too long to be read.
        String handle = at.isOversized() ? "" : at.text();
        Opened opened = open(kind, handle);
        if (opened.refusal() != null) {
            return new JsonEdit.Refuse(opened.refusal());
        }
        return opened.text().equals(handle) ? JsonEdit.verbatim() : new JsonEdit.Replace(Json.string(opened.text()));
    }

    /** Notes that the answer may have ids. */
    void expectIds() {
        answered = !dryRun && !access.judge().ofAny(EndpointClass.READ).isAllowed();
    }

    /**
     * The plan for the answer, also for one that says that something failed: it may have the id of what did. One that is not JSON goes on as it
     * is: the user cannot continue what it names. A failure that does not say what it is comes from a proxy.
     *
     * @param kind of the member {@code id} of the answer; null if that is no id of what is open
     */
    ResponsePlan answer(ResponseHead head, @Nullable HandleKind kind) {
        if (!answered) {
            return ResponsePlan.pass();
        }
        String async = head.headers().get(ASYNC_ID);
        ResponseHead sealed = async == null ? head : head.withHeader(ASYNC_ID, seal(HandleKind.ASYNC_SEARCH, async));
        boolean ofProxy = head.status() >= FAILURES && !head.headers().contains("Content-Type");
        return ofProxy || JsonTypes.isForeign(head.headers())
                ? new ResponsePlan.Head(sealed)
                : new ResponsePlan.Json(sealed, new SealedAnswer(this, kind));
    }

    /** The id as the user gets it. */
    String seal(HandleKind kind, String id) {
        return sealer.seal(owner, kind, id);
    }
}
