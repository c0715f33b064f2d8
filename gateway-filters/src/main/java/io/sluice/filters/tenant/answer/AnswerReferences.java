package io.sluice.filters.tenant.answer;

import io.sluice.api.Json;
import io.sluice.api.JsonCursor;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonKind;
import io.sluice.api.JsonMember;
import io.sluice.api.JsonSplice;
import io.sluice.api.Reply;
import io.sluice.filters.handle.HandleKind;
import io.sluice.filters.handle.HandleSealer;
import io.sluice.filters.tenant.body.OneByOne;
import io.sluice.filters.tenant.body.RequestReferences;
import io.sluice.filters.tenant.grammar.Frame;
import io.sluice.filters.tenant.grammar.ObjectRule;
import io.sluice.filters.tenant.grammar.Reference;
import io.sluice.filters.tenant.grammar.References;
import io.sluice.filters.tenant.grammar.Trait;
import io.sluice.filters.tenant.member.Member;
import io.sluice.filters.tenant.member.MemberSequence;
import io.sluice.filters.tenant.member.TenantMark;
import io.sluice.filters.tenant.names.FieldNames;
import io.sluice.filters.tenant.names.RecentNames;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Restores names in a response as the tenant knows them. An index of another tenant ends the response. For one
 * response.
 */
public final class AnswerReferences implements References {

    /** The id of the only node that clients are told of. */
    public static final String NODE = "sluice";

    private static final JsonEdit ONLY_NODE = new JsonEdit.Replace(Json.string(NODE));
    private static final JsonEdit QUERY_PHASE = new JsonEdit.Replace(Json.string("query"));
    private static final List<JsonMember> ACKNOWLEDGED = List.of(new JsonMember("acknowledged", Json.bool(true)));
    private static final Json ZERO = Json.number(0);
    private static final Json EMPTY = Json.string("");
    private static final RecentNames.Reading<JsonCursor> TEXT = new RecentNames.Reading<>() {
        @Override
        public int hash(JsonCursor at) {
            return at.stringHash();
        }

        @Override
        public boolean is(JsonCursor at, String name) {
            return at.stringIs(name);
        }
    };

    private final boolean apart;
    private final @Nullable MemberSequence parts;
    private final HandleSealer handles;
    private final RequestReferences request;
    private List<Member> members;
    /** Member of the response or of its current part; if it is for several indices, each hit belongs to one of them. */
    private Member whole;

    private Member member;
    private int part;
    private boolean inPart;
    /** How the indices in the parts of each member are shown. */
    private final Map<Member, RecentNames<JsonCursor, Shown>> recents;

    private RecentNames<JsonCursor, Shown> recent = new RecentNames<>(TEXT);
    private JsonSplice.@Nullable Shorten shorter;
    private final ShardCounts shards = new ShardCounts();
    /** The only mark that documents can have; null if there are several members. */
    private final @Nullable TenantMark mark;

    /** How an index is shown, and whose it is. */
    private record Shown(Member owner, JsonEdit edit) {}

    /**
     * Makes the references of one response.
     *
     * @param members of the tenant, one per layout of the request; an index's name precedes what belongs to the index
     * @param request references that the request recorded
     */
    public AnswerReferences(List<Member> members, HandleSealer handles, RequestReferences request) {
        this.request = request;
        this.parts = request.parts().members();
        this.recents = parts == null ? Map.of() : new IdentityHashMap<>();
        this.apart = request.parts().apart();
        this.members = members;
        this.whole = members.getFirst();
        this.member = whole;
        this.handles = handles;
        boolean one = parts == null && members.size() == 1 && !whole.isOfSeveral();
        this.mark = one ? whole.mark() : null;
    }

    // With one member the mark tells which names of documents are left out, and nothing else about a member decides for
    // all.
    @Override
    public boolean isSent() {
        return false;
    }

    @Override
    public @Nullable Object likeness() {
        return mark;
    }

    // Rows of _cat.
    @Override
    public boolean mayBeList() {
        return true;
    }

    @Override
    public boolean isSettled(Reference reference) {
        return reference == Reference.MARK && mark != null;
    }

    @Override
    public JsonEdit value(Reference reference, JsonCursor at) {
        switch (reference) {
            case NUMBER_OF_OTHERS -> {
                return new JsonEdit.Replace(ZERO);
            }
            case ACTIVE_SHARDS, IDLE_SHARDS, ACTIVE_SHARE -> {
                return shards.edit(reference, at);
            }
            default -> {}
        }
        if (at.kind() != JsonKind.STRING) {
            return JsonEdit.verbatim();
        }
        return switch (reference) {
            case INDEX -> whole.isOfSeveral() ? untold(at) : index(at);
            case INDEX_OR_NOTHING -> member.names().logical(at.text()) == null ? JsonEdit.drop() : index(at);
            case ID -> member.ids().scoped() ? id(at) : unscoped();
            case BUCKET -> bucket(at);
            case PHASE -> at.stringIs("dfs") || at.stringStartsWith("dfs_") ? QUERY_PHASE : JsonEdit.verbatim();
            case NODE -> ONLY_NODE;
            case TEXT -> text(at);
            case FIELD -> field(at);
            case SCROLL -> sealed(HandleKind.SCROLL, at);
            case POINT_IN_TIME -> sealed(HandleKind.POINT_IN_TIME, at);
            default -> JsonEdit.verbatim();
        };
    }

    private JsonEdit index(JsonCursor at) {
        Shown shown = recent.find(at);
        if (shown == null) {
            String physical = at.text();
            Member owner = owner(physical);
            String logical = owner == null ? null : owner.names().logical(physical);
            if (owner == null || logical == null) {
                return denied(at, "it names an index that is not the tenant's");
            }
            shown = new Shown(owner, new JsonEdit.Replace(Json.string(logical)));
            recent.add(physical, shown);
        }
        member = shown.owner();
        return shown.edit();
    }

    // If several indices share one physical index, only a document's id identifies its index.
    private JsonEdit untold(JsonCursor at) {
        return at.stringIs(whole.names().all())
                ? JsonEdit.drop()
                : denied(at, "it names an index that is not the tenant's");
    }

    // The layout of an index determines how to read what follows its name.
    private @Nullable Member owner(String physical) {
        if (member.names().logical(physical) != null) {
            return member;
        }
        for (Member candidate : members) {
            if (candidate.names().logical(physical) != null) {
                return candidate;
            }
        }
        return null;
    }

    // Another index may belong to another layout.
    private JsonEdit unscoped() {
        return members.size() == 1 ? JsonSplice.always() : JsonEdit.verbatim();
    }

    private JsonEdit id(JsonCursor at) {
        if (whole.isOfSeveral()) {
            Member one = whole.ofDocument(at.text());
            if (one == null) {
                return denied(at, "it names a document that belongs to none of the requested indices");
            }
            member = one;
        }
        String scope = member.ids().scope();
        if (at.stringStartsWith(scope)) {
            JsonSplice.Shorten edit = shorter;
            if (edit == null || !edit.beginning().equals(scope)) {
                edit = new JsonSplice.Shorten(scope);
                shorter = edit;
            }
            return edit;
        }
        return denied(at, "it names a document that is not the tenant's");
    }

    private JsonEdit bucket(JsonCursor at) {
        String logical = at.isOversized() ? null : member.names().logical(at.text());
        return logical != null && request.buckets().isIndex(at)
                ? new JsonEdit.Replace(Json.string(logical))
                : JsonEdit.verbatim();
    }

    private JsonEdit text(JsonCursor at) {
        if (at.isOversized()) {
            return new JsonEdit.Replace(EMPTY);
        }
        String text = at.text();
        String restored = ClusterTexts.withoutOthers(request.asWritten(text));
        for (Member any : member.base() == null ? members : List.of(member)) {
            restored = any.text(restored);
            if (any.mark().isSpokenOf(text) || OneByOne.isQuotedIn(text)) {
                restored = ClusterTexts.OF_THE_GATEWAY;
            }
        }
        if (ClusterTexts.tellsOfOthers(text)) {
            restored = ClusterTexts.INSTEAD;
        } else if (ClusterTexts.describesAPart(text)) {
            restored = ClusterTexts.OF_A_PART;
        }
        return restored.equals(text) ? JsonEdit.verbatim() : new JsonEdit.Replace(Json.string(restored));
    }

    private JsonEdit sealed(HandleKind kind, JsonCursor at) {
        return new JsonEdit.Replace(Json.string((whole.isOfSeveral() ? whole : member).seal(handles, kind, at.text())));
    }

    private JsonEdit field(JsonCursor at) {
        if (!member.fields().prefixed()) {
            return JsonEdit.verbatim();
        }
        String logical = member.fields().logical(at.text());
        return logical == null ? JsonEdit.drop() : new JsonEdit.Replace(Json.string(logical));
    }

    @Override
    public JsonEdit whole(Frame as, JsonCursor at) {
        if (member.isOfSeveral()) {
            return denied(at, "its index is not known");
        }
        Member.Base base = member.base();
        // A part of a document is shown without the wrapper of the whole document.
        boolean bare = as == Frame.SOURCE && inPart;
        return base == null || bare ? JsonEdit.descend() : base.frames().edit(as);
    }

    @Override
    public void shown(Trait trait) {
        switch (trait) {
            case HIT -> {
                inPart = false;
                member = whole.isOfSeveral() ? whole : member;
            }
            case PART -> inPart = true;
            case RESULT -> next();
            default -> {}
        }
    }

    @SuppressWarnings("ReferenceEquality")
    private void next() {
        if (parts != null) {
            Member next = parts.get(part++);
            if (part == 1 || next != whole) {
                members = apart ? List.of(next) : members;
                recent = recents.computeIfAbsent(next, any -> new RecentNames<>(TEXT));
            }
            whole = next;
            member = next;
        }
    }

    @Override
    public @Nullable JsonEdit name(Reference reference, JsonCursor at) {
        if (reference == Reference.MARK) {
            return member.mark().isNamed(at) ? JsonEdit.drop() : null;
        }
        if (reference == Reference.FIELD) {
            return fieldName(member.fields(), at);
        }
        if (reference == Reference.CAPABLE_FIELD) {
            return fieldName(member.fields().ofCapabilities(), at);
        }
        String name = at.name();
        String logical = name == null ? null : member.names().logical(name);
        if (logical == null) {
            return reference == Reference.INDEX
                    ? denied(at, "it names an index that is not the tenant's")
                    : JsonEdit.drop();
        }
        return new JsonEdit.Rename(logical);
    }

    private @Nullable JsonEdit fieldName(FieldNames fields, JsonCursor at) {
        if (!fields.prefixed()) {
            return member.mark().isNamed(at) ? JsonEdit.drop() : null;
        }
        String name = at.name();
        String logical = name == null ? null : fields.logical(name);
        return logical == null ? JsonEdit.drop() : new JsonEdit.Rename(logical);
    }

    @Override
    public List<JsonMember> missing(ObjectRule.Required required) {
        return switch (required) {
            case ACKNOWLEDGED -> ACKNOWLEDGED;
            case INDEX_OF_HIT -> indexOfHit();
            default -> List.of();
        };
    }

    private List<JsonMember> indexOfHit() {
        String logical =
                whole.isOfSeveral() ? member.names().logical(whole.names().all()) : null;
        return logical == null ? List.of() : List.of(new JsonMember("_index", Json.string(logical)));
    }

    @Override
    public JsonEdit denied(JsonCursor at, String why) {
        return new JsonEdit.Refuse(
                Reply.error(502, "security_exception", "the cluster's answer cannot be shown: " + why));
    }

    @Override
    public JsonEdit unknown(JsonCursor at) {
        return JsonEdit.drop();
    }
}
