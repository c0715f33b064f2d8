package io.sluice.filters.tenant;

import io.netty.buffer.ByteBuf;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import io.sluice.filters.handle.HandleKind;
import io.sluice.filters.handle.HandleSealer;
import io.sluice.filters.tenant.endpoint.BodyKind;
import io.sluice.filters.tenant.endpoint.Route;
import io.sluice.filters.tenant.identity.ClientNames;
import io.sluice.filters.tenant.names.TenantName;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Finds a request's tenant by its index names: in the path, in the first line of a bulk or an {@code _msearch}, or in a
 * collected body; or by its handle. Name translation and handles then check that everything else in the request belongs
 * to that tenant. Immutable.
 */
final class ByIndex {

    static final int MAX_LINE = 64 * 1024;

    private static final RequestPlan NOBODY =
            Denial.forbidden("the request names no index that contains a tenant's name, so its tenant is unknown");

    private final HandleSealer handles;
    private final TenantName tenants;

    ByIndex(HandleSealer handles, TenantName tenants) {
        this.handles = handles;
        this.tenants = tenants;
    }

    /**
     * The plan for a request.
     *
     * @param next makes the plan for the tenant that was found
     */
    RequestPlan plan(Route route, RequestHead head, ClientNames names, Function<Caller, RequestPlan> next) {
        String indices = route.indices(head.target());
        BodyKind body = route.endpoint().body();
        HandleKind kind = body.handle();
        if (indices != null) {
            return of(names.tenant(indices), names, next);
        }
        String inUrl = kind == null ? null : head.target().parameter("scroll_id");
        if (inUrl != null) {
            return of(handles.tenant(inUrl), names, next);
        }
        if (kind != null) {
            return new RequestPlan.Aggregate(BodyPlans.MAX_COLLECTED, whole -> {
                boolean anywhere = body == BodyKind.SEARCH_ANYWHERE && !HeldJson.contains(whole, "pit");
                return of(anywhere ? null : HeldJson.firstHandle(whole, handles::tenant), names, next);
            });
        }
        return switch (body) {
            case BULK -> firstLine(names, next, "_index");
            case MSEARCH -> firstLine(names, next, "index", "indices");
            case MGET ->
                new RequestPlan.Aggregate(
                        BodyPlans.MAX_COLLECTED, whole -> of(named(whole, names, "_index"), names, next));
            default -> NOBODY;
        };
    }

    private RequestPlan firstLine(ClientNames names, Function<Caller, RequestPlan> next, String... members) {
        return new RequestPlan.FirstLine(MAX_LINE, lent -> {
            int feed = lent.indexOf(lent.readerIndex(), lent.writerIndex(), (byte) '\n');
            ByteBuf line = feed < 0 ? lent : lent.slice(lent.readerIndex(), feed - lent.readerIndex());
            return of(named(line, names, members), names, next);
        });
    }

    private static @Nullable String named(ByteBuf body, ClientNames names, String... members) {
        String index = HeldJson.first(body, members);
        return index == null ? null : names.tenant(index);
    }

    private RequestPlan of(@Nullable String tenant, ClientNames names, Function<Caller, RequestPlan> next) {
        return tenant == null || !tenants.isValid(tenant) ? NOBODY : next.apply(new Caller(tenant, names.of(tenant)));
    }
}
