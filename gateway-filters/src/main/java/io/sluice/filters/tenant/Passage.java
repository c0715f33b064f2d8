package io.sluice.filters.tenant;

import io.sluice.api.ExchangeKey;
import io.sluice.api.JsonVisitor;
import io.sluice.filters.tenant.answer.AnswerReferences;
import io.sluice.filters.tenant.answer.DocumentSigns;
import io.sluice.filters.tenant.endpoint.Endpoint;
import io.sluice.filters.tenant.grammar.GrammarVisitor;
import io.sluice.filters.tenant.handle.HandleSealer;
import io.sluice.filters.tenant.query.Member;
import io.sluice.filters.tenant.query.MemberSequence;
import io.sluice.filters.tenant.query.RequestReferences;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A tenant's request on its way through the gateway: what the answer's way back has to know.
 *
 * @param members the tenant in each layout that the request is for
 * @param layouts whose grammar the answer has: one, or, where the parts of the answer are each of its own index, that of each member
 * @param endpoint that is asked
 * @param references of the request, which know what stood in its body
 * @param opaqueId what the client called the request; null if it has no name
 * @param signs what documents are checked by where only parts of the answer are shown; null where it is shown whole
 */
record Passage(
        List<Member> members,
        List<Layout> layouts,
        Endpoint endpoint,
        RequestReferences references,
        @Nullable String opaqueId,
        @Nullable DocumentSigns signs) {

    /** A text of the cluster's with names as the tenant knows them. */
    String text(String text) {
        String restored = text;
        for (Member member : current()) {
            restored = member.text(restored);
        }
        return restored;
    }

    /** The tenant in each layout, and for the index if that is known by now. */
    List<Member> current() {
        return members.size() == 1 ? List.of(references.member()) : members;
    }

    /** The visitor of an answer. */
    JsonVisitor answer(int status, HandleSealer handles) {
        JsonVisitor answer = restoring(status, handles);
        return signs == null ? answer : signs.checked(answer);
    }

    private JsonVisitor restoring(int status, HandleSealer handles) {
        AnswerReferences back = new AnswerReferences(current(), handles, references);
        MemberSequence parts = references.apart() ? references.parts() : null;
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

    static final ExchangeKey<Passage> KEY = new ExchangeKey<>("tenant", Passage.class);
}
