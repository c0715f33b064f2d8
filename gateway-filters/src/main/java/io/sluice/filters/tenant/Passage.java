package io.sluice.filters.tenant;

import io.sluice.api.ExchangeKey;
import io.sluice.filters.tenant.endpoint.Endpoint;
import io.sluice.filters.tenant.query.Member;
import io.sluice.filters.tenant.query.RequestReferences;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A tenant's request on its way through the gateway: what the answer's way back has to know.
 *
 * @param members the tenant in each layout that the request is for
 * @param layout whose grammar the answer has
 * @param endpoint that is asked
 * @param references of the request, which know what stood in its body
 * @param opaqueId what the client called the request; null if it has no name
 */
record Passage(
        List<Member> members,
        Layout layout,
        Endpoint endpoint,
        RequestReferences references,
        @Nullable String opaqueId) {

    /** The tenant in each layout, and for the index if that is known by now. */
    List<Member> current() {
        return members.size() == 1 ? List.of(references.member()) : members;
    }

    static final ExchangeKey<Passage> KEY = new ExchangeKey<>("tenant", Passage.class);
}
