package io.sluice.filters.tenant;

import io.netty.buffer.ByteBuf;
import io.sluice.api.Json;
import io.sluice.api.JsonCursor;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonKind;
import io.sluice.api.JsonMember;
import io.sluice.api.JsonNames;
import io.sluice.api.JsonVisitor;
import io.sluice.api.Reply;
import io.sluice.api.RequestPlan;
import io.sluice.filters.tenant.body.RequestReferences;
import io.sluice.filters.tenant.member.Member;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The documents of an {@code _mget} without an index in its path, each judged by the rules of its own index. URL
 * parameters whose translation depends on the index are added to each document, unless the document sets them itself.
 * For one exchange.
 */
final class WantedDocuments implements JsonVisitor {

    private static final JsonNames SHOWN = JsonNames.of("_source", "stored_fields");
    private static final int DOCUMENT = 2;

    private final List<Member> members;
    private final RequestReferences references;
    private final PartsVisitor parts;
    private final ShownFields shown;
    private final boolean[] named = new boolean[SHOWN.asList().size()];

    /**
     * Makes the visitor of one body.
     *
     * @param members one per document
     * @param visitors of all layouts of the documents
     * @param visitorOf finds the visitor of a document's layout
     * @param references of the visitors
     * @param shown fields that the URL requests of all documents
     */
    WantedDocuments(
            List<Member> members,
            List<JsonVisitor> visitors,
            Function<Member, JsonVisitor> visitorOf,
            RequestReferences references,
            ShownFields shown) {
        this.members = members;
        this.references = references;
        this.shown = shown;
        this.parts = new PartsVisitor(visitors, part -> visitorOf.apply(members.get(part)));
    }

    /**
     * The server's error for documents without an index, when the path names none; null if each document names one, or
     * if there are no documents. The gateway sends it itself, so that no other way to name an index can take effect.
     */
    static @Nullable RequestPlan lacking(ByteBuf body) {
        List<Boolean> named = new ArrayList<>(
                HeldJson.documents(body).stream().map(HeldJson.Document::named).toList());
        if (named.isEmpty() && HeldJson.contains(body, "ids")) {
            named.add(false);
        }
        StringBuilder problems = new StringBuilder("Validation Failed:");
        int count = 0;
        for (int i = 0; i < named.size(); i++) {
            if (!named.get(i)) {
                problems.append(' ')
                        .append(++count)
                        .append(": index is missing for doc ")
                        .append(i)
                        .append(';');
            }
        }
        return count == 0
                ? null
                : RequestPlan.answer(Reply.error(400, "action_request_validation_exception", problems.toString()));
    }

    @Override
    public JsonEdit onValue(JsonCursor at) {
        int depth = at.depth();
        if (depth == DOCUMENT - 1 && !(at.nameIs("docs") && at.kind() == JsonKind.ARRAY)) {
            return references.denied(at, "documents must be listed in docs, each with its index");
        }
        if (depth == DOCUMENT) {
            Member member = parts.count() < members.size() ? members.get(parts.count()) : null;
            if (member == null || !references.document(member)) {
                return references.denied(at, "its index cannot be determined");
            }
            named[0] = false;
            named[1] = false;
        } else if (depth == DOCUMENT + 1) {
            int name = at.nameIn(SHOWN);
            if (name >= 0) {
                named[name] = true;
            }
        }
        return parts.onValue(at);
    }

    @Override
    public List<JsonMember> onObjectEnd(JsonCursor at) {
        if (at.depth() != DOCUMENT) {
            return parts.onObjectEnd(at);
        }
        Member member = references.member();
        List<JsonMember> more = new ArrayList<>(parts.onObjectEnd(at));
        String routing = member.ids().routing();
        if (routing != null) {
            more.add(new JsonMember("routing", Json.string(routing)));
        }
        ShownFields.Added added = shown.of(member);
        if (added.source() != null && !named[0]) {
            more.add(added.source());
        }
        if (added.stored() != null && !named[1]) {
            more.add(added.stored());
        }
        return more;
    }
}
