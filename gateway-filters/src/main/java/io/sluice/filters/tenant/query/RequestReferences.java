package io.sluice.filters.tenant.query;

import io.sluice.api.Json;
import io.sluice.api.JsonCursor;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonKind;
import io.sluice.api.JsonMember;
import io.sluice.api.Reply;
import io.sluice.filters.tenant.grammar.ObjectRule;
import io.sluice.filters.tenant.grammar.Reference;
import io.sluice.filters.tenant.grammar.References;
import io.sluice.filters.tenant.grammar.Trait;
import io.sluice.filters.tenant.handle.HandleKind;
import io.sluice.filters.tenant.handle.HandleSealer;
import io.sluice.filters.tenant.names.IndexNames;
import io.sluice.filters.tenant.names.Translation;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Translates what a tenant's request refers to into what the cluster calls it. For one exchange. */
public final class RequestReferences implements References {

    private final Member member;
    private final IndexNames names;
    private final TenantMark mark;
    private final String indices;
    private final HandleSealer handles;
    private @Nullable Set<Trait> traits;
    private @Nullable Set<String> rejected;
    private int items;

    /**
     * Makes the references of one request.
     *
     * @param indices the cluster's expression for what is meant where a search among several names none
     */
    public RequestReferences(Member member, String indices, HandleSealer handles) {
        this.member = member;
        this.names = member.names();
        this.mark = member.mark();
        this.indices = indices;
        this.handles = handles;
    }

    /** Notes an item of a bulk by its position. */
    public void item(int position) {
        items = position + 1;
    }

    /** How many items a bulk had so far. */
    public int items() {
        return items;
    }

    /** Notes an index of an item that is not sent on: the answer to the client names it as the client did. */
    public void named(String index) {
        if (rejected == null) {
            rejected = new HashSet<>();
        }
        rejected.add(index);
    }

    /** The indices of items that were not sent on, as the client named them. */
    public Set<String> rejected() {
        return rejected == null ? Set.of() : rejected;
    }

    /** What was noted of the body. */
    public Set<Trait> traits() {
        return traits == null ? Set.of() : traits;
    }

    @Override
    public void shown(Trait trait) {
        if (traits == null) {
            traits = EnumSet.noneOf(Trait.class);
        }
        traits.add(trait);
    }

    @Override
    public JsonEdit value(Reference reference, JsonCursor at) {
        return switch (reference) {
            case INDEX ->
                at.kind() == JsonKind.STRING ? index(at, names.one(at.text())) : denied(at, "a name must stand here");
            case INDICES ->
                at.kind() == JsonKind.STRING
                        ? index(at, names.expression(at.text()))
                        : denied(at, "a name must stand here");
            case INDEX_VALUE -> compared(at);
            case FIELD -> field(at);
            case BUCKET_FIELD -> bucketField(at);
            case POSITIVE -> positive(at);
            case TRUE -> at.text().equals("true") ? JsonEdit.verbatim() : denied(at, "it must be true");
            case ID ->
                member.ids().scoped()
                        ? new JsonEdit.Replace(Json.string(member.ids().physical(at.text())))
                        : JsonEdit.verbatim();
            case SCROLL -> handle(HandleKind.SCROLL, at);
            case POINT_IN_TIME -> handle(HandleKind.POINT_IN_TIME, at);
            case FIELD_TYPE -> fieldType(at);
            default -> JsonEdit.verbatim();
        };
    }

    private static JsonEdit index(JsonCursor at, Translation translation) {
        return switch (translation) {
            case Translation.Physical physical -> new JsonEdit.Replace(Json.string(physical.name()));
            case Translation.Refused refused ->
                new JsonEdit.Refuse(Reply.error(
                        refused.status(),
                        refused.status() == 400 ? "invalid_index_name_exception" : "security_exception",
                        at.pointer() + ": " + refused.reason()));
        };
    }

    private JsonEdit compared(JsonCursor at) {
        String compared = names.compared(at.text());
        return compared == null
                ? denied(at, "it is not a name of this tenant's indices")
                : new JsonEdit.Replace(Json.string(compared));
    }

    private JsonEdit field(JsonCursor at) {
        if (at.stringIs("_index")) {
            return denied(at, "_index can be compared, and be the field of a terms aggregation, and no more");
        }
        return member.ids().scoped() && isHidden(at.text())
                ? denied(at, "there is no such field")
                : JsonEdit.verbatim();
    }

    // Elasticsearch keeps the ids of joined documents in fields whose names have a '#'.
    private boolean isHidden(String field) {
        return field.equals("_id") || mark.isNamed(field) || field.indexOf('#') >= 0;
    }

    private JsonEdit bucketField(JsonCursor at) {
        if (at.stringIs("_index")) {
            shown(Trait.INDEX_BUCKETS);
            return JsonEdit.verbatim();
        }
        return field(at);
    }

    private JsonEdit positive(JsonCursor at) {
        String text = at.text();
        boolean positive = !text.isEmpty() && text.length() <= 18 && text.charAt(0) != '0';
        for (int i = 0; i < text.length() && positive; i++) {
            positive = text.charAt(i) >= '0' && text.charAt(i) <= '9';
        }
        return positive ? JsonEdit.verbatim() : denied(at, "it must be 1 or more");
    }

    private JsonEdit fieldType(JsonCursor at) {
        return MappingGrammar.isType(at.text())
                ? JsonEdit.verbatim()
                : denied(at, "a field of this type is not known to be safe");
    }

    private JsonEdit handle(HandleKind kind, JsonCursor at) {
        String id = handles.open(member.owner(), kind, at.text());
        return id == null ? new JsonEdit.Refuse(noContext()) : new JsonEdit.Replace(Json.string(id));
    }

    /** What a server says of a scroll or point in time that it does not have. */
    public static Reply noContext() {
        return Reply.error(404, "search_context_missing_exception", "No search context found for the id");
    }

    @Override
    public @Nullable JsonEdit name(Reference reference, JsonCursor at) {
        if (reference == Reference.MARK && mark.isNamed(at)) {
            return mark.overwrites() ? JsonEdit.drop() : denied(at, "the field is not for tenants to set");
        }
        String name = reference == Reference.INDEX ? at.name() : null;
        if (name == null) {
            return null;
        }
        Translation translation = name.indexOf('*') < 0 ? names.one(name) : names.expression(name);
        return translation instanceof Translation.Physical physical
                ? new JsonEdit.Rename(physical.name())
                : index(at, translation);
    }

    @Override
    public JsonEdit denied(JsonCursor at, String why) {
        return new JsonEdit.Refuse(
                Reply.error(403, "security_exception", at.pointer() + " is denied to tenants: " + why));
    }

    @Override
    public JsonEdit unknown(JsonCursor at) {
        return denied(at, "it is not known to be safe");
    }

    @Override
    public JsonEdit whole(JsonCursor at) {
        JsonEdit wrap = mark.wrap();
        return wrap == null ? denied(at, "the URL has a query too") : wrap;
    }

    @Override
    public List<JsonMember> missing(ObjectRule.Required required) {
        return switch (required) {
            case QUERY -> mark.query();
            case ONLY_QUERY -> mark.givenQuery();
            case MARK -> mark.document();
            case INDICES -> List.of(new JsonMember("index", Json.string(indices)));
            case SHAPES -> List.of(new JsonMember("index", shapes()));
            case POINT_IN_TIME -> throw new IllegalStateException("a search without indices reads no point in time");
        };
    }

    // The index that a server takes where none is named; no index has the other name.
    private Json shapes() {
        String own = names.compared("shapes");
        return Json.string(own == null ? "#" : own);
    }

    @Override
    public @Nullable Json empty(ObjectRule.Required required) {
        return switch (required) {
            case QUERY -> TenantMark.body(mark.query());
            case ONLY_QUERY -> TenantMark.body(mark.givenQuery());
            case INDICES -> Json.parse("{\"index\":" + Json.string(indices) + "}");
            case SHAPES, MARK -> null;
            case POINT_IN_TIME -> throw new IllegalStateException("a search without indices has a body");
        };
    }
}
