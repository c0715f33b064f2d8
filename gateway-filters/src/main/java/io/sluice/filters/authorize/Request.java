package io.sluice.filters.authorize;

import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import io.sluice.api.ResponseHead;
import io.sluice.api.ResponsePlan;
import io.sluice.filters.authorize.ClusterNames.Expansion;
import io.sluice.filters.handle.HandleKind;
import io.sluice.filters.http.JsonTypes;
import io.sluice.filters.search.HeldSearch;
import io.sluice.filters.search.HeldSearches;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One request that is judged.
 *
 * @param head with a target that was written anew
 * @param match its endpoint
 * @param handles what its user has open
 * @param dryRun whether it goes on as it is
 */
record Request(RequestHead head, Endpoint.Match match, Access access, OwnHandles handles, boolean dryRun) {

    /** Bytes of searches that are held until it is known whether they continue a point in time. */
    private static final int MAX_HELD = 1 << 20;

    private static final String ALL = "*";
    private static final String KEEP_ALIVE = "keep_alive";

    /** What becomes of it. */
    RequestPlan plan() {
        if (isAnsweredWithIds()) {
            handles.expectIds();
        }
        if (!dryRun && match.endpoint().needsKeepAlive() && head.target().parameter(KEEP_ALIVE) == null) {
            return RequestPlan.refuse(400, "[" + KEEP_ALIVE + "] is missing");
        }
        HandleKind handle = match.endpoint().handle();
        if (handle != null && match.endpoint().form() == Endpoint.Form.HANDLE) {
            return ofHandle(handle);
        }
        Reply refusal = switch (match.endpoint().form()) {
            case GREETING -> access.ofSome();
            case HANDLE, TEXT -> ofAny();
            case NONE -> ofNone();
            default -> null;
        };
        if (refusal == null && match.other() != null) {
            // It is made, changed or deleted, whatever is done to the indices.
            refusal = access.of(Set.of(EndpointClass.MANAGE), match.other());
        }
        if (refusal != null) {
            return RequestPlan.answer(refusal);
        }
        boolean all = match.indices() == null && match.endpoint().orAll();
        // Each header of several searches is judged, and a path with indices would keep points in time out.
        return all && match.endpoint().form() != Endpoint.Form.LINES ? ofAll() : ofPath();
    }

    /** What becomes of its answer. */
    ResponsePlan answer(ResponseHead answer) {
        return handles.answer(answer, match.endpoint().handle());
    }

    private boolean isAnsweredWithIds() {
        return match.endpoint().handle() != null || head.target().parameter("scroll") != null;
    }

    // It was judged when it was opened.
    private RequestPlan ofHandle(HandleKind kind) {
        OpenedTarget opened = OpenedTarget.of(head.target(), match.endpoint(), kind, handles);
        if (opened.refusal() != null) {
            return RequestPlan.answer(opened.refusal());
        }
        RequestHead sent = head.withTarget(opened.target());
        boolean inPath = kind == HandleKind.ASYNC_SEARCH || kind == HandleKind.EQL_SEARCH;
        boolean unread = JsonTypes.isForeign(sent.headers()) || sent.target().parameter("source") != null;
        return inPath || dryRun || unread && readAll()
                ? new RequestPlan.Head(sent)
                : json(sent, () -> new RequestPlan.Json(sent, new HandleBody(handles, kind)));
    }

    // Nobody knows to which indices it does what its endpoint can do.
    private @Nullable Reply ofAny() {
        for (EndpointClass kind : match.endpoint().classes()) {
            Reply refusal = access.ofAny(kind);
            if (refusal != null) {
                return refusal;
            }
        }
        return null;
    }

    private @Nullable Reply ofNone() {
        for (EndpointClass kind : match.endpoint().classes()) {
            Reply refusal = access.ofNone(kind);
            if (refusal != null) {
                return refusal;
            }
        }
        Set<EndpointClass> ofAll = TellingRequest.needs(head.target());
        return ofAll.isEmpty() || match.endpoint().classes().contains(EndpointClass.CLUSTER)
                ? null
                : access.of(ofAll, ALL);
    }

    private RequestPlan ofAll() {
        boolean search = match.endpoint().form() == Endpoint.Form.SEARCH;
        if (!search
                || dryRun
                || Indices.of(null).judged(access.judge(), match.endpoint().classes())
                        instanceof Indices.Outcome.Allowed) {
            return narrowed(ALL);
        }
        // Only a point in time names indices that the URL lacks, and its place in the body is anywhere.
        return new RequestPlan.Aggregate(MAX_HELD, whole -> {
            // Its id is opened there.
            return HeldSearch.hasPointInTime(whole) ? body(head) : narrowed(ALL);
        });
    }

    private RequestPlan ofPath() {
        String indices = match.indices();
        // Items of a bulk are judged one by one, with the index of the path where they have none.
        return indices == null || match.endpoint().form() == Endpoint.Form.BULK ? body(head) : narrowed(indices);
    }

    private RequestPlan narrowed(String expression) {
        Indices indices = Indices.of(expression);
        Indices.Outcome outcome = outcome(indices);
        CompletableFuture<Void> fresh = outcome instanceof Indices.Outcome.Narrowed && mustBeFresh(indices)
                ? access.judge().fresh()
                : null;
        return fresh == null
                ? narrowed(expression, indices, outcome)
                : new RequestPlan.Later<>(fresh, done -> narrowed(expression, indices, outcome(indices)));
    }

    private Indices.Outcome outcome(Indices indices) {
        Expansion said = Expansion.of(head.target().parameter("expand_wildcards"));
        Expansion named = match.endpoint().namesStreams() ? said.namingStreams() : said;
        Expansion expansion = match.endpoint().isAboutAliases() ? named.aboutAliases() : named;
        Set<EndpointClass> kinds = kinds();
        return match.endpoint().isExact()
                ? indices.judged(access.judge(), kinds)
                : indices.narrowed(access.judge(), kinds, expansion);
    }

    private RequestPlan narrowed(String expression, Indices indices, Indices.Outcome outcome) {
        return switch (outcome) {
            case Indices.Outcome.Allowed allowed -> body(head);
            case Indices.Outcome.Narrowed narrowed -> {
                RequestHead shorter =
                        dryRun ? head : NarrowedPath.of(head, match, narrowed.names(), indices.isOnlyWildcards());
                yield shorter == null
                        ? RequestPlan.refuse(
                                400, "[" + expression + "] stands for too many indices here; ask for fewer at once")
                        : body(shorter);
            }
            case Indices.Outcome.TooMany many ->
                dryRun
                        ? unread(head)
                        : RequestPlan.refuse(
                                400, "[" + match.indices() + "] has too many wildcards; ask for fewer at once");
            case Indices.Outcome.Refused refused -> {
                boolean ofAlias = !match.endpoint().classes().contains(refused.kind());
                Reply refusal = ofAlias ? NewAliases.refusal(refused, access) : access.refusal(refused);
                yield refusal == null ? body(head) : RequestPlan.answer(refusal);
            }
        };
    }

    /** What is needed for each index in the path. */
    private Set<EndpointClass> kinds() {
        Set<EndpointClass> kinds = match.endpoint().classes();
        String alias = match.other();
        if (match.endpoint().form() != Endpoint.Form.ALIASES || alias == null) {
            return kinds;
        }
        Set<EndpointClass> all = EnumSet.copyOf(kinds);
        all.addAll(NewAliases.allowedBy(alias, access.judge()));
        return all;
    }

    // A name in the place of a wildcard may be gone, and there servers cannot be told to pass it over.
    private boolean mustBeFresh(Indices indices) {
        return !dryRun && indices.isOnlyWildcards() && !NarrowedPath.canIgnore(head);
    }

    // Bodies are read only where they could name what is not allowed.
    private RequestPlan body(RequestHead sent) {
        return switch (match.endpoint().form()) {
            case PATH, HANDLE, TEXT, GREETING -> new RequestPlan.Head(sent);
            case NONE ->
                new RequestPlan.Head(
                        dryRun
                                ? sent
                                : sent.withTarget(TellingRequest.quiet(
                                        sent.target(), readAll(), isAllowed(EndpointClass.MONITOR))));
            case QUERY, SEARCH -> readAll() ? new RequestPlan.Head(sent) : json(sent, () -> search(sent));
            case DOCUMENTS -> documents(sent);
            case LINES -> readAll() ? new RequestPlan.Head(sent) : json(sent, () -> lines(sent));
            case BULK ->
                isAllowed(EndpointClass.WRITE)
                        ? new RequestPlan.Head(sent)
                        : json(
                                sent,
                                () -> new RequestPlan.Bulk(sent, (item, url, position) -> access.ofItem(item.index())));
            case REINDEX -> json(sent, () -> new RequestPlan.Json(sent, NamedIndices.ofCopy(access, handles)));
            case ALIASES -> json(sent, () -> new RequestPlan.Json(sent, aliases(sent)));
            case DEFINITION ->
                isAllowed(EndpointClass.MANAGE) && isAllowed(EndpointClass.WRITE) && readAll()
                        ? new RequestPlan.Head(sent)
                        : json(sent, () -> new RequestPlan.Json(sent, new IndexDefinition(access, handles, made())));
        };
    }

    private RequestPlan documents(RequestHead sent) {
        boolean terms = match.endpoint().readsTerms();
        if (readAll() && !terms) {
            return new RequestPlan.Head(sent);
        }
        return json(sent, () -> {
            NamedIndices named = NamedIndices.ofDocuments(access, handles);
            return new RequestPlan.Json(sent, terms ? new TermVectors(named) : named);
        });
    }

    private NamedIndices aliases(RequestHead sent) {
        // With the names that the wildcards in the path stand for.
        Endpoint.Match named = match.endpoint().match(sent.target());
        return named.indices() == null || named.other() == null
                ? NamedIndices.ofActions(access, handles)
                : NamedIndices.ofAlias(access, handles, named.indices(), named.other());
    }

    private @Nullable String made() {
        return match.other() == null ? match.indices() : match.other();
    }

    private RequestPlan search(RequestHead sent) {
        return new RequestPlan.Json(sent, NamedIndices.ofSearch(access, handles));
    }

    private RequestPlan lines(RequestHead sent) {
        boolean ofPath = match.indices() != null;
        boolean held = !ofPath && sent.headers().contains("Content-Length") && HeldSearches.mayBeHeld(sent, MAX_HELD);
        return held
                ? new RequestPlan.Aggregate(MAX_HELD, whole -> lines(sent, false, HeldSearches.ofPointsInTime(whole)))
                : lines(sent, ofPath, Set.of());
    }

    private RequestPlan lines(RequestHead sent, boolean ofPath, Set<Integer> ofPointsInTime) {
        return new RequestPlan.Ndjson(sent, new SearchLines(access, handles, ofPath, ofPointsInTime));
    }

    private boolean readAll() {
        return isAllowed(EndpointClass.READ);
    }

    private boolean isAllowed(EndpointClass kind) {
        return access.judge().ofAny(kind).isAllowed();
    }

    private RequestPlan json(RequestHead sent, Supplier<RequestPlan> read) {
        boolean foreign = JsonTypes.isForeign(sent.headers());
        boolean inQuery = sent.target().parameter("source") != null;
        if (dryRun) {
            return foreign || inQuery ? unread(sent) : watched(read);
        }
        if (foreign) {
            return RequestPlan.refuse(406, "the gateway reads this body, and it is not JSON");
        }
        return inQuery
                ? RequestPlan.refuse(400, "the gateway reads the body, so it must not stand in the query")
                : read.get();
    }

    private RequestPlan unread(RequestHead sent) {
        access.unjudged();
        return new RequestPlan.Head(sent);
    }

    private RequestPlan watched(Supplier<RequestPlan> read) {
        return read.get().map(plan -> new RequestPlan.Watch(plan, access::unjudged));
    }
}
