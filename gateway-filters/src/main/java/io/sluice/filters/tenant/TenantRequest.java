package io.sluice.filters.tenant;

import io.sluice.api.ExchangeKey;
import io.sluice.api.JsonVisitor;
import io.sluice.filters.handle.HandleSealer;
import io.sluice.filters.tenant.answer.AnswerReferences;
import io.sluice.filters.tenant.answer.DocumentSigns;
import io.sluice.filters.tenant.body.RequestReferences;
import io.sluice.filters.tenant.endpoint.Endpoint;
import io.sluice.filters.tenant.grammar.GrammarVisitor;
import io.sluice.filters.tenant.member.Member;
import io.sluice.filters.tenant.member.MemberSequence;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A tenant's request in progress: what is needed to rewrite its response.
 *
 * @param members of the tenant, one per layout of the request
 * @param layouts whose grammar applies to the response: one, or each member's if each part of the response has its own
 *     index
 * @param endpoint of the request
 * @param references of the request, which recorded what its body contained
 * @param opaqueId the client's {@code X-Opaque-Id}; null if there is none
 * @param signs members by which documents are checked if only parts of the response are shown; null if it is shown
 *     whole
 */
record TenantRequest(
        List<Member> members,
        List<Layout> layouts,
        Endpoint endpoint,
        RequestReferences references,
        @Nullable String opaqueId,
        @Nullable DocumentSigns signs) {

    /** A text of the cluster, with names as the tenant knows them. */
    String text(String text) {
        String restored = text;
        for (Member member : current()) {
            restored = member.text(restored);
        }
        return restored;
    }

    /** The tenant's name of an index; null if it is not the tenant's. */
    @Nullable String index(String physical) {
        for (Member member : current()) {
            String logical = member.names().logical(physical);
            if (logical != null) {
                return logical;
            }
        }
        return null;
    }

    /** The tenant's member in each layout, for the index if that is known by now. */
    List<Member> current() {
        return members.size() == 1 ? List.of(references.member()) : members;
    }

    /** The visitor for the response. */
    JsonVisitor answer(int status, HandleSealer handles) {
        JsonVisitor answer = restoring(status, handles);
        return signs == null ? answer : signs.checked(answer);
    }

    private JsonVisitor restoring(int status, HandleSealer handles) {
        AnswerReferences back = new AnswerReferences(current(), handles, references);
        MemberSequence parts = references.parts().apart() ? references.parts().members() : null;
        if (parts == null) {
            return visitor(layouts.getFirst(), status, back);
        }
        List<JsonVisitor> all = new ArrayList<>();
        Map<String, JsonVisitor> byOwner = new HashMap<>();
        for (int i = 0; i < layouts.size(); i++) {
            JsonVisitor visitor = visitor(layouts.get(i), status, back);
            all.add(visitor);
            byOwner.put(members.get(i).owner(), visitor);
        }
        return new PartsVisitor(
                all, part -> Objects.requireNonNull(byOwner.get(parts.get(part).owner())));
    }

    private GrammarVisitor visitor(Layout layout, int status, AnswerReferences back) {
        return new GrammarVisitor(layout.answers().of(endpoint.answer(), status, references.traits()), back);
    }

    static final ExchangeKey<TenantRequest> KEY = new ExchangeKey<>("tenant", TenantRequest.class);
}
