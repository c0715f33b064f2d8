package io.sluice.filters.tenant;

import io.sluice.api.ExchangeKey;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import io.sluice.api.RequestTarget;
import io.sluice.filters.tenant.endpoint.Route;
import io.sluice.filters.tenant.move.Carrier;
import io.sluice.filters.tenant.move.StoredName;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A request that writes documents of a tenant who is between two places: what it touches is copied to the other place before its answer is
 * shown. By one thread at a time: the exchange's event loop, and once that is over who waits for the cluster.
 */
final class MovingWrite {

    static final ExchangeKey<MovingWrite> KEY = new ExchangeKey<>("moving write", MovingWrite.class);

    private static final RequestTarget.Parameter INDEXES = new RequestTarget.Parameter("op_type", "index");

    private final CopyLane lane;
    private final Carrier carrier;
    private final Runnable unsure;
    private final TouchedNames touched;
    private CopyLane.@Nullable Copied copied;
    private long kept;

    /**
     * @param lane of the tenant's copies to the other place
     * @param carrier to the other place
     * @param unsure told if there may be changes without a copy
     */
    MovingWrite(CopyLane lane, Carrier carrier, Runnable unsure) {
        this.lane = lane;
        this.touched = new TouchedNames(lane.room());
        this.carrier = carrier;
        this.unsure = unsure;
    }

    /** The same plan, whose documents are noted. */
    RequestPlan noting(RequestPlan plan) {
        return switch (plan) {
            case RequestPlan.Bulk bulk -> new RequestPlan.Bulk(bulk.head(), new TouchedItems(bulk.visitor(), touched));
            case RequestPlan.Head one -> new RequestPlan.Head(one(one.head()));
            case RequestPlan.Json one -> new RequestPlan.Json(one(one.head()), one.visitor());
            default -> plan;
        };
    }

    /** The head of a write of one document, which gets an id if it has none. */
    private RequestHead one(RequestHead head) {
        RequestTarget target = head.target();
        List<String> segments = target.segments();
        String routing = target.parameter("routing");
        if (segments.size() > 2 && !segments.get(2).isEmpty()) {
            touched.add(new StoredName(segments.get(0), segments.get(2), routing));
            return head;
        }
        if (target.parameter("version") != null || target.parameter("version_type") != null) {
            // A server refuses most of these without an id.
            touched.addUnnamed();
            return head;
        }
        String drawn = DrawnIds.next();
        touched.add(new StoredName(segments.get(0), drawn, routing));
        List<RequestTarget.Parameter> parameters = target.parameters().stream()
                .filter(parameter -> !parameter.equals(INDEXES))
                .toList();
        return head.withTarget(
                RequestTarget.parse(Route.newDocument(segments.get(0), drawn)).withParameters(parameters));
    }

    /** Copies what was touched; completes once that is done, or it takes long and is noted as perhaps not done. */
    CompletableFuture<Void> awaited() {
        return copied(false).awaited();
    }

    /**
     * Copies what was touched; to be called once the cluster changes nothing more for the request. Completes once nothing is copied any
     * longer, whatever came of it.
     *
     * @param late whether the cluster may have gone on after the answer was shown
     */
    CompletableFuture<Void> over(boolean late) {
        letGo();
        boolean early = copied != null;
        boolean named = false;
        try {
            CompletableFuture<Void> over = copied(late).over();
            named = touched.isComplete() && !(late && early);
            return over;
        } finally {
            if (!named) {
                unsure.run();
            }
        }
    }

    /** Forgets what was touched, in place of {@link #over}; completes once nothing is copied any longer. */
    CompletableFuture<Void> forget() {
        letGo();
        if (copied != null) {
            return copied.over();
        }
        touched.take().forget();
        return CompletableFuture.completedFuture(null);
    }

    /** Keeps the names of what was touched, perhaps for long, until it is over; false if that takes room that others need. */
    boolean keep() {
        long bytes = copied == null ? touched.bytes() : 0;
        boolean keeps = lane.room().keep(bytes);
        kept = keeps ? bytes : 0;
        return keeps;
    }

    private void letGo() {
        lane.room().letGo(kept);
        kept = 0;
    }

    /** To be told if there may be changes without a copy. */
    Runnable unsure() {
        return unsure;
    }

    private CopyLane.Copied copied(boolean late) {
        CopyLane.Copied begun = copied;
        if (begun == null) {
            TouchedNames.Taken taken = touched.take();
            List<StoredName> names = taken.names();
            begun = names.isEmpty() ? CopyLane.Copied.nothing() : lane.copy(() -> carrier.copy(names, late), unsure);
            begun.over().thenRun(taken::forget);
            copied = begun;
        }
        return begun;
    }
}
