package io.sluice.filters.tenant.body;

import io.sluice.api.Json;
import io.sluice.api.JsonCursor;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonKind;
import io.sluice.api.JsonMember;
import io.sluice.api.Reply;
import io.sluice.filters.handle.HandleKind;
import io.sluice.filters.handle.HandleSealer;
import io.sluice.filters.search.NamePatterns;
import io.sluice.filters.tenant.grammar.Frame;
import io.sluice.filters.tenant.grammar.ObjectRule;
import io.sluice.filters.tenant.grammar.Reference;
import io.sluice.filters.tenant.grammar.References;
import io.sluice.filters.tenant.grammar.Tallies;
import io.sluice.filters.tenant.grammar.Trait;
import io.sluice.filters.tenant.member.BaseFrames;
import io.sluice.filters.tenant.member.Member;
import io.sluice.filters.tenant.member.RequestParts;
import io.sluice.filters.tenant.member.ServerMembers;
import io.sluice.filters.tenant.names.FieldNames;
import io.sluice.filters.tenant.names.IndexNames;
import io.sluice.filters.tenant.names.ShardPreference;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Translates the references in a tenant's request into physical names. For one exchange. */
public final class RequestReferences implements References {

    private static final String COLLAPSED = "hits cannot be collapsed by _index";
    private static final Pattern POSITIVE = Pattern.compile("[1-9][0-9]{0,17}");

    private final Member home;
    private final Places places;
    private final RequestParts parts;
    private final Tallies tallies = new Tallies();
    private Member member;
    private final String indices;
    private final HandleSealer handles;
    private final Set<Trait> traits = EnumSet.noneOf(Trait.class);
    private int line;
    private @Nullable UnknownNames unknownNames;
    private final ConstantScores scores = new ConstantScores();
    private final ShownBuckets shownBuckets = new ShownBuckets();
    private final IndexBuckets indexBuckets = new IndexBuckets(shownBuckets);
    private final SearchWords words = new SearchWords();
    private final IndexEdits indexEdits = new IndexEdits(this, this::place);
    private boolean looksAtEachHit;

    /**
     * Makes the references of one request.
     *
     * @param indices the cluster's expression for what is meant where a search among several names none
     */
    public RequestReferences(Member member, String indices, HandleSealer handles) {
        this.home = member;
        this.places = member::of;
        this.parts = new RequestParts(member, false);
        this.member = member;
        this.indices = indices;
        this.handles = handles;
        use(member);
    }

    /**
     * Makes the references of a request whose parts may each be for an index of its own, of any layout.
     *
     * @param home member for parts that name no index
     * @param places finds the member for an index expression
     */
    public RequestReferences(Member home, Places places, HandleSealer handles) {
        this.home = home;
        this.places = places;
        this.parts = new RequestParts(home, true);
        this.member = home;
        this.indices = home.names().all();
        this.handles = handles;
        use(home);
    }

    /** Finds the layout of a tenant's indices. */
    public interface Places {
        /** The member for an index expression; null if the indices belong to several layouts or to none. */
        @Nullable Member member(String expression);
    }

    /** The parts of the request. */
    public RequestParts parts() {
        return parts;
    }

    /** Sets the number of the line that follows, from 1. */
    public void line(int number) {
        line = number;
        words.clear();
        indexBuckets.next();
    }

    private String place(JsonCursor at) {
        return (line == 0 ? "" : "line " + line + ": ") + at.place();
    }

    /** The member of the request or of its current part, as far as known. */
    public Member member() {
        return member;
    }

    /** Sets the member of what follows. */
    public void use(Member next) {
        member = next;
        if (next.isOfSeveral()) {
            shown(Trait.SEVERAL_INDICES);
        }
    }

    /** Resets the member of what follows to that of the URL. */
    public void useFirst() {
        use(home);
    }

    /**
     * Notes the next of several documents, whose member becomes that of what follows.
     *
     * @return false if the request has too many indices
     */
    public boolean document(Member of) {
        member = of;
        return parts.document(of);
    }

    /** The buckets of the answer whose keys are names of indices. */
    public ShownBuckets buckets() {
        return shownBuckets;
    }

    /** The traits noted so far. */
    public Set<Trait> traits() {
        return traits;
    }

    @Override
    public void shown(Trait trait) {
        // This affects only the request; the response looks the same.
        if (trait == Trait.NESTED_ORDER) {
            looksAtEachHit = true;
            return;
        }
        traits.add(trait);
    }

    @Override
    public Tallies tallies() {
        return tallies;
    }

    /** Notes what the URL of a search says of its hits; why it is denied, null if it is not. */
    public @Nullable String problemOfUrl(@Nullable String size, @Nullable String explains) {
        return words.problemOfUrl(size, explains);
    }

    @Override
    public JsonEdit value(Reference reference, JsonCursor at) {
        return switch (reference) {
            case INDEX ->
                at.kind() == JsonKind.STRING
                        ? indexEdits.named(at, member.names().one(at.text()))
                        : denied(at, "a name is expected here");
            case INDICES -> named(at, () -> indices(at));
            case INDEX_VALUE -> indexEdits.compared(at, member.names().compared(at.text()));
            case INDEX_BEGINNING -> indexEdits.compared(at, member.names().beginning(at.text()));
            case COLLAPSED_FIELD -> at.stringIs("_index") ? denied(at, COLLAPSED) : field(at);
            case FIELD, NESTED_PATH, OUTER_NESTED_PATH, PATH_BACK -> field(at);
            case TARGET ->
                member.fields().prefixed() && at.text().startsWith("_")
                        ? denied(at, SearchWords.OF_SERVERS)
                        : field(at);
            case ORDER_MODE -> {
                looksAtEachHit = true;
                yield member.sharesIndex() && at.text().equalsIgnoreCase("median")
                        ? denied(at, "with nested objects it fails where others have values")
                        : JsonEdit.verbatim();
            }
            case ORDER_PATH -> {
                looksAtEachHit = true;
                yield field(at);
            }
            // Every document has an index, so this query just matches all documents.
            case ANY_FIELD -> at.stringIs("_index") && !member.fields().prefixed() ? JsonEdit.verbatim() : field(at);
            case CAPABLE_FIELD -> at.stringIs("_index") && member.fields().prefixed() ? JsonEdit.verbatim() : field(at);
            case OWN_INDICES ->
                named(at, () -> indexEdits.expression(at, member.names().expression(at.text())));
            case BUCKET_FIELD -> bucketField(at);
            case POSITIVE ->
                POSITIVE.matcher(at.text()).matches() ? JsonEdit.verbatim() : denied(at, "it must be 1 or more");
            case ID -> id(at);
            case SCROLL -> handle(HandleKind.SCROLL, at);
            case POINT_IN_TIME -> handle(HandleKind.POINT_IN_TIME, at);
            case FIELD_TYPE -> fieldType(at);
            case QUERY_TEXT, SIMPLE_TEXT, EXACT_TEXT -> queryText(reference, at);
            case PREFIX_TEXT -> {
                String problem = words.problem(Reference.MATCHED, at);
                yield problem == null ? TermExpansions.AROUND_TEXT : denied(at, problem);
            }
            case EXPANSIONS -> TermExpansions.ALL;
            case BUCKETS_PATH -> bucketsPath(at, at.text());
            case BUCKET_CHOICE -> {
                String why = indexBuckets.isChosen(at);
                yield why == null ? word(Reference.EXPRESSION, at) : denied(at, why);
            }
            case WORD, FUZZY_WORD, PATTERN, MATCHED, SPREADS, EXPRESSION, SHARED_TEXT, HITS, SYNTAX ->
                word(reference, at);
            case TOTAL -> HitTotals.edit(at.text());
            case EXECUTION_HINT ->
                at.stringIs("global_ordinals") ? new JsonEdit.Replace(Json.string("map")) : JsonEdit.verbatim();
            case BOOST -> scores.boost(at);
            case PREFERENCE ->
                ShardPreference.mayNameNodes(at.text())
                        ? denied(at, "it names nodes, which all tenants share")
                        : JsonEdit.verbatim();
            default -> JsonEdit.verbatim();
        };
    }

    // An empty expression means all indices. Servers take that in the header of a search only, and refuse it elsewhere.
    private JsonEdit named(JsonCursor at, Supplier<JsonEdit> edit) {
        if (at.kind() != JsonKind.STRING) {
            return denied(at, "a name is expected here");
        }
        return at.stringIs("") && at.depth() > 1 ? malformed(at, "an index's name must not be empty") : edit.get();
    }

    // What servers refuse as an id goes on as it is: with the tenant's prefix it would be one that matches nothing.
    private JsonEdit id(JsonCursor at) {
        if (member.isOfSeveral()) {
            return denied(at, "a document belongs to one index, and the request is for several");
        }
        boolean string = at.kind() == JsonKind.STRING;
        boolean none = at.kind() == JsonKind.NULL || at.stringIs("") || !string && at.nameIs("values");
        return none || !member.ids().scoped()
                ? JsonEdit.verbatim()
                : new JsonEdit.Replace(Json.string(member.ids().physical(at.text())));
    }

    private JsonEdit indices(JsonCursor at) {
        String expression = at.text();
        Member placed = places.member(expression);
        if (placed == null) {
            return denied(at, "the indices belong to several layouts or to none");
        }
        if (indexEdits.areDear(expression)) {
            return denied(at, NamePatterns.WHY_TOGETHER);
        }
        Member several = placed.ofSeveral(expression);
        use(several == null ? placed : several);
        return indexEdits.expression(at, member.names().expression(expression));
    }

    private JsonEdit field(JsonCursor at) {
        if (at.stringIs("_index") && !member.fields().prefixed()) {
            return denied(at, "_index can only be compared, or be the field of a terms aggregation");
        }
        if (member.hidesField(at)) {
            return denied(at, "there is no such field");
        }
        if (at.stringContains('*') && NamePatterns.isDear(at.text())) {
            return denied(at, NamePatterns.WHY);
        }
        if (!member.fields().prefixed() || at.kind() != JsonKind.STRING) {
            return JsonEdit.verbatim();
        }
        String unnamed = member.problemOfField(at.text());
        if (unnamed != null) {
            return denied(at, unnamed);
        }
        JsonEdit longer = frames().field(at);
        return longer == null ? new JsonEdit.Replace(Json.string(member.fields().physical(at.text()))) : longer;
    }

    private JsonEdit queryText(Reference kind, JsonCursor at) {
        String problem = kind == Reference.QUERY_TEXT && member.fields().hidesIndexInQuery(at.text())
                ? FieldNames.HIDDEN_INDEX
                : words.problem(kind, at.text(), member.isOfSeveral());
        if (problem != null) {
            return denied(at, problem);
        }
        return kind == Reference.QUERY_TEXT && member.fields().prefixed() && at.kind() != JsonKind.NULL
                ? new JsonEdit.Replace(Json.string(member.fields().query(at.text())))
                : JsonEdit.verbatim();
    }

    private JsonEdit word(Reference kind, JsonCursor at) {
        String problem = words.problem(kind, at);
        return problem == null ? JsonEdit.verbatim() : denied(at, problem);
    }

    private JsonEdit bucketField(JsonCursor at) {
        if (at.stringIs("_index") && !member.fields().prefixed()) {
            shown(Trait.INDEX_BUCKETS);
            String why = indexBuckets.isAskedFor(line, at);
            return why == null ? JsonEdit.verbatim() : denied(at, why);
        }
        return field(at);
    }

    private JsonEdit bucketsPath(JsonCursor at, String path) {
        String why = member.fields().prefixed() ? null : indexBuckets.isNamedIn(at, path);
        return why == null ? JsonEdit.verbatim() : denied(at, why);
    }

    private JsonEdit fieldType(JsonCursor at) {
        return MappingGrammar.isType(at.text(), member.fields().prefixed())
                ? JsonEdit.verbatim()
                : denied(at, "a field of this type is not known to be safe");
    }

    private JsonEdit handle(HandleKind kind, JsonCursor at) {
        Member.Opened opened = member.open(handles, kind, at.text());
        if (opened == null) {
            return new JsonEdit.Refuse(noContext());
        }
        if (kind == HandleKind.SCROLL) {
            use(opened.member());
        }
        boolean fits = member.lacksIndex() || member.isOfSameIndexAs(opened.member());
        return fits ? new JsonEdit.Replace(Json.string(opened.id())) : denied(at, "it belongs to another index");
    }

    /** A server's reply for an unknown scroll or point in time. */
    public static Reply noContext() {
        return Reply.error(404, "search_context_missing_exception", "No search context found for the id");
    }

    @Override
    public @Nullable JsonEdit name(Reference reference, JsonCursor at) {
        if (reference == Reference.MARK) {
            return member.mark().isNamed(at) ? mark(at) : null;
        }
        if (reference == Reference.MEMBER) {
            return ServerMembers.edit(at);
        }
        if (reference == Reference.BUCKETS_PATH) {
            return bucketsPath(at, String.valueOf(at.name())) instanceof JsonEdit.Refuse refused ? refused : null;
        }
        boolean field = reference == Reference.FIELD || reference == Reference.COMPUTED_FIELD;
        boolean prefixed = field && member.fields().prefixed();
        String said = words.problem(reference, String.valueOf(at.name()));
        String problem = said == null && prefixed ? member.problemOfField(String.valueOf(at.name())) : said;
        if (problem != null) {
            return denied(at, problem);
        }
        JsonEdit longer = prefixed ? frames().fieldName(at) : null;
        if (longer != null) {
            return longer;
        }
        String name = prefixed || reference == Reference.INDEX ? at.name() : null;
        if (name == null) {
            return null;
        }
        if (prefixed) {
            return new JsonEdit.Rename(member.fields().physical(name));
        }
        IndexNames names = member.names();
        return indexEdits.renamed(at, name, name.indexOf('*') < 0 ? names.one(name) : names.expression(name));
    }

    private JsonEdit mark(JsonCursor at) {
        return member.mark().overwrites() ? JsonEdit.drop() : denied(at, "tenants must not set this field");
    }

    // The mark is the member's, and only searches have several members one after another; they have no documents.
    @Override
    public boolean isSettled(Reference reference) {
        return reference == Reference.MARK || reference == Reference.MEMBER;
    }

    @Override
    public JsonEdit denied(JsonCursor at, String why) {
        return new JsonEdit.Refuse(Reply.error(403, "security_exception", place(at) + " is denied to tenants: " + why));
    }

    @Override
    public JsonEdit malformed(JsonCursor at, String why) {
        return new JsonEdit.Refuse(Reply.error(400, "parsing_exception", place(at) + ": " + why));
    }

    @Override
    public JsonEdit unknown(JsonCursor at) {
        JsonEdit refused = unknownNames == null ? null : unknownNames.edit(at);
        return refused == null ? denied(at, "it is not known to be safe") : refused;
    }

    /**
     * Lets the server report names that the grammar does not know; its parser is strict about bodies of this kind.
     *
     * @param readsOn whether, below the top level, the parser refuses only unknown names of single values and skips
     *     other unknown names
     */
    public RequestReferences withUnknownNames(boolean readsOn) {
        unknownNames = new UnknownNames(readsOn);
        return this;
    }

    /** A server text about the request, with unknown names as the client wrote them. */
    public String asWritten(String text) {
        return unknownNames == null ? text : unknownNames.asWritten(text);
    }

    @Override
    public JsonEdit whole(Frame as, JsonCursor at) {
        return switch (as) {
            case QUERY -> {
                JsonEdit wrap = member.mark().wrap();
                yield wrap == null ? denied(at, "the URL has a query too") : wrap;
            }
            case NEIGHBOURS, RESCORED -> member.mark().neighbours(at.kind() == JsonKind.ARRAY);
            case WORDS -> scores.around(at);
            case BOUNDS -> member.mark().bounds();
            case SCORED_BOUNDS -> scores.around(at, member.mark().boundsInFilter());
            default -> frames().edit(as);
        };
    }

    private BaseFrames frames() {
        return AddedMembers.frames(member);
    }

    @Override
    public List<JsonMember> missing(ObjectRule.Required required) {
        return required == ObjectRule.Required.POST_FILTER && !looksAtEachHit
                ? List.of()
                : new AddedMembers(member, indices).missing(required);
    }

    @Override
    public @Nullable Json empty(ObjectRule.Required required) {
        return new AddedMembers(member, indices).empty(required, looksAtEachHit);
    }
}
