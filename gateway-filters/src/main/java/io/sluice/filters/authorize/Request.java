package io.sluice.filters.authorize;

import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import io.sluice.filters.authorize.ClusterNames.Expansion;
import io.sluice.filters.http.JsonTypes;
import io.sluice.filters.search.HeldSearch;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One request that is judged.
 *
 * @param head with a target that was written anew
 * @param match its endpoint
 * @param dryRun whether it goes on as it is
 */
record Request(RequestHead head, Endpoint.Match match, Access access, boolean dryRun) {

    /** Bytes of a search that is held until it is known whether it continues a point in time. */
    private static final int MAX_HELD = 1 << 20;

    private static final String ALL = "*";

    /** What becomes of it. */
    RequestPlan plan() {
        Reply refusal = switch (match.endpoint().form()) {
            case GREETING -> access.ofSome();
            case HANDLE, TEXT -> access.ofAny(EndpointClass.READ);
            case NONE -> ofNone();
            default -> null;
        };
        if (refusal == null && match.other() != null) {
            refusal = access.of(match.endpoint().classes(), match.other());
        }
        if (refusal != null) {
            return RequestPlan.answer(refusal);
        }
        return match.indices() == null && match.endpoint().orAll() ? ofAll() : ofPath();
    }

    private @Nullable Reply ofNone() {
        for (EndpointClass kind : match.endpoint().classes()) {
            Reply refusal = access.ofNone(kind);
            if (refusal != null) {
                return refusal;
            }
        }
        return null;
    }

    private RequestPlan ofAll() {
        boolean search = match.endpoint().form() == Endpoint.Form.SEARCH;
        if (!search
                || Indices.of(null).judged(access.judge(), match.endpoint().classes())
                        instanceof Indices.Outcome.Allowed) {
            return narrowed(ALL);
        }
        // Only a point in time names indices that the URL lacks, and its place in the body is anywhere.
        return new RequestPlan.Aggregate(MAX_HELD, whole -> {
            if (!HeldSearch.hasPointInTime(whole)) {
                return narrowed(ALL);
            }
            Reply refusal = access.ofAny(EndpointClass.READ);
            return refusal == null ? body(head) : RequestPlan.answer(refusal);
        });
    }

    private RequestPlan ofPath() {
        String indices = match.indices();
        // Items of a bulk are judged one by one, with the index of the path where they have none.
        return indices == null || match.endpoint().form() == Endpoint.Form.BULK ? body(head) : narrowed(indices);
    }

    private RequestPlan narrowed(String expression) {
        Indices indices = Indices.of(expression);
        Expansion expansion = Expansion.of(head.target().parameter("expand_wildcards"));
        return switch (indices.narrowed(access.judge(), match.endpoint().classes(), expansion)) {
            case Indices.Outcome.Allowed allowed -> body(head);
            case Indices.Outcome.Narrowed narrowed -> {
                RequestHead shorter =
                        dryRun ? head : NarrowedPath.of(head, match, narrowed.names(), indices.isOnlyWildcards());
                yield shorter == null
                        ? RequestPlan.refuse(
                                400, "[" + expression + "] stands for too many indices here; ask for fewer at once")
                        : body(shorter);
            }
            case Indices.Outcome.Refused refused -> {
                Reply refusal = access.refusal(refused);
                yield refusal == null ? body(head) : RequestPlan.answer(refusal);
            }
        };
    }

    // Bodies are read only where they could name what is not allowed.
    private RequestPlan body(RequestHead sent) {
        return switch (match.endpoint().form()) {
            case PATH, HANDLE, TEXT, GREETING, NONE -> new RequestPlan.Head(sent);
            case QUERY, SEARCH, DOCUMENTS ->
                readAll()
                        ? new RequestPlan.Head(sent)
                        : json(sent, () -> new RequestPlan.Json(sent, NamedIndices.ofQueries(access)));
            case LINES ->
                readAll()
                        ? new RequestPlan.Head(sent)
                        : json(
                                sent,
                                () -> new RequestPlan.Ndjson(sent, new SearchLines(access, match.indices() != null)));
            case BULK ->
                isAllowed(EndpointClass.WRITE)
                        ? new RequestPlan.Head(sent)
                        : json(
                                sent,
                                () -> new RequestPlan.Bulk(sent, (item, url, position) -> access.ofItem(item.index())));
            case REINDEX -> json(sent, () -> new RequestPlan.Json(sent, NamedIndices.ofCopy(access)));
            case ALIASES -> json(sent, () -> new RequestPlan.Json(sent, NamedIndices.ofAliases(access)));
            case DEFINITION ->
                isAllowed(EndpointClass.MANAGE) && readAll()
                        ? new RequestPlan.Head(sent)
                        : json(sent, () -> new RequestPlan.Json(sent, new IndexDefinition(access)));
        };
    }

    private boolean readAll() {
        return isAllowed(EndpointClass.READ);
    }

    private boolean isAllowed(EndpointClass kind) {
        return access.judge().ofAny(kind).isAllowed();
    }

    private RequestPlan json(RequestHead sent, Supplier<RequestPlan> read) {
        if (dryRun && JsonTypes.isForeign(sent.headers())) {
            return new RequestPlan.Head(sent);
        }
        if (JsonTypes.isForeign(sent.headers())) {
            return RequestPlan.refuse(406, "the gateway reads this body, and it is not JSON");
        }
        if (!dryRun && sent.target().parameter("source") != null) {
            return RequestPlan.refuse(400, "the gateway reads the body, so it must not stand in the query");
        }
        return read.get();
    }
}
