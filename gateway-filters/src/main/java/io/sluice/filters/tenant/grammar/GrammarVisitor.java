package io.sluice.filters.tenant.grammar;

import io.sluice.api.Json;
import io.sluice.api.JsonCursor;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonKind;
import io.sluice.api.JsonMember;
import io.sluice.api.JsonNames;
import io.sluice.api.JsonSplice;
import io.sluice.api.JsonVisitor;
import io.sluice.filters.search.NamePatterns;
import io.sluice.filters.search.Nesting;
import io.sluice.filters.search.Nestings;
import io.sluice.filters.search.NumberText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Applies a grammar to a body. Its decisions depend on the path only, so the order of members never matters. For one
 * exchange; reusable for one body after another.
 */
public final class GrammarVisitor implements JsonVisitor {

    private static final int DEPTH = 16;
    private static final Rule[] NONE = {};
    private static final byte[] NOTHING = {};
    private static final String NESTED_ELSEWHERE =
            "it must be below the path of the nested objects around it, and a reverse path must lead to one of those;"
                    + " otherwise it leads to other documents";

    /** Texts that are no numbers: of scripts, and such as suggestions are sought for. */
    private static final JsonNames LONG_TEXTS = JsonNames.of("source", "inline", "text");

    private final Rule root;
    private final References references;
    private final NestedScopes scopes = new NestedScopes();
    private final Nestings nestings = new Nestings();
    private final NameParts parts = new NameParts();
    private final Placeholders placeholders = new Placeholders();
    private final Tallies tallies;
    private final KeptParts kept;
    private final BuiltParts built = new BuiltParts();

    private Rule[] open = NONE;
    /** Per depth: an array, or an object with one bit for each of its required names that was seen. */
    private byte[] state = NOTHING;
    /** Per depth: how many elements of an array came, where they are counted. */
    private int[] counts = {};

    private static final byte ARRAY = 0;
    private static final byte OBJECT = 1;

    public GrammarVisitor(Rule root, References references) {
        this.root = root;
        this.references = references;
        this.tallies = references.tallies();
        this.kept = new KeptParts(tallies);
    }

    @Override
    public JsonEdit onValue(JsonCursor at) {
        boolean inTemplate = placeholders.areAt(at.depth());
        if (!inTemplate && !kept.areAt(at.depth())) {
            return judged(at);
        }
        String why = inTemplate ? placeholders.exceeded(at) : kept.exceeded(at);
        return why == null ? asked(judged(at)) : references.denied(at, why);
    }

    private JsonEdit judged(JsonCursor at) {
        int depth = at.depth();
        if (depth == 0) {
            scopes.close(0);
            nestings.close(0);
            parts.close(0);
            tallies.next();
            // Some servers read a list as an object without members: then nothing that it must have is there.
            return at.kind() == JsonKind.ARRAY && root instanceof ObjectRule && !references.mayBeList()
                    ? references.malformed(at, "an object is expected")
                    : decide(root, at);
        }
        Rule parent = open[depth - 1];
        if (parent instanceof Rule.Any || parent instanceof Rule.Content) {
            return decide(parent, at);
        }
        if (state[depth - 1] == ARRAY) {
            if (depth > 1 && state[depth - 2] != ARRAY) {
                noteAllFields(depth - 2, at);
            }
            return parent instanceof Rule.Few few ? oneOfFew(few, depth - 1, at) : decide(parent, at);
        }
        ObjectRule object = (ObjectRule) parent;
        Tally tally = object.tally();
        if (tally != null && !tallies.takes(tally, 1)) {
            return references.denied(at, tally.why());
        }
        if (at.kind() == JsonKind.NULL && object.needsValues()) {
            return references.malformed(at, "a value is expected here");
        }
        Nesting exceeded = object.nestings().isEmpty() ? null : nestings.exceeded(depth - 1, at);
        if (exceeded != null) {
            return references.denied(
                    at, "a server takes a multiple of the time with each level, and there must be " + exceeded.text());
        }
        noteAllFields(depth - 1, at);
        ObjectRule.Required[] required = object.required();
        for (int i = 0; i < required.length; i++) {
            if (required[i].isAt(at)) {
                if (at.kind() == JsonKind.ARRAY && !required[i].mayBeList()) {
                    return object.at(at) instanceof Rule.Whole
                            ? references.malformed(at, "a list is not allowed here")
                            : references.denied(at, "a list is not allowed here");
                }
                int seen = OBJECT << i + 1;
                if ((state[depth - 1] & seen) != 0) {
                    return references.denied(
                            at, "only one of " + required[i].names() + " is allowed here, and only once");
                }
                state[depth - 1] |= (byte) seen;
            }
        }
        Rule named = object.at(at);
        JsonEdit edit = named == null ? other(object, at) : decide(named, at);
        // What is missing depends on this object's members, not on the previous object's.
        return object.watchesMembers() ? asked(edit) : edit;
    }

    // Only a field can mean all fields: the search text is a sibling member, not in a list.
    private void noteAllFields(int object, JsonCursor at) {
        int position = ((ObjectRule) open[object]).allFieldsAt();
        if (position < 0 || !(at.stringIs("*") || at.stringStartsWith("*^"))) {
            return;
        }
        if (state[object + 1] == ARRAY && at.depth() == object + 2 || ObjectRule.Required.FIELDS.isAt(at)) {
            state[object] |= (byte) (OBJECT << position + 1);
        }
    }

    /** The same edit, limited to this value: it does not apply to the next one like it. */
    public static JsonEdit asked(JsonEdit edit) {
        return edit instanceof JsonSplice.Always ? JsonEdit.descend() : edit;
    }

    private JsonEdit other(ObjectRule object, JsonCursor at) {
        Rule others = object.others();
        if (others == null) {
            return references.unknown(at);
        }
        if (object.addsToPath() && !parts.takes(at.depth() - 1, String.valueOf(at.name()))) {
            return references.denied(at, NamePatterns.WHY_DEEP);
        }
        Reference reference = object.otherNames();
        JsonEdit name = reference == null ? null : references.name(reference, at);
        if (name == null) {
            JsonEdit value = decide(others, at);
            return reference == null || references.isSettled(reference) ? value : asked(value);
        }
        if (!(name instanceof JsonEdit.Rename || name instanceof JsonSplice.LengthenName)) {
            return name;
        }
        JsonEdit value = asked(decide(others, at));
        return value instanceof JsonEdit.Refuse || value instanceof JsonEdit.Drop ? value : both(name, value);
    }

    /** Combines a rename, which alone keeps the value, with the edit of the value. */
    private static JsonEdit both(JsonEdit name, JsonEdit value) {
        if (value instanceof JsonEdit.Descend) {
            return name;
        }
        return name instanceof JsonSplice.LengthenName longer
                ? new JsonSplice.LengthenName(longer.beginning(), value)
                : new JsonEdit.Rename(((JsonEdit.Rename) name).name(), value);
    }

    private JsonEdit decide(Rule rule, JsonCursor at) {
        JsonKind kind = at.kind();
        if (rule instanceof Rule.Any) {
            return kind.isContainer() ? any(rule, at) : JsonSplice.always();
        }
        if (rule instanceof Rule.Content content) {
            return content(content, at);
        }
        if (kind == JsonKind.ARRAY && rule instanceof ObjectRule object && !object.mayBeList()) {
            return references.denied(at, "an object is expected here");
        }
        if (kind == JsonKind.ARRAY && standsForItsElements(rule)) {
            Rule elements = rule instanceof ObjectRule object ? object.elements() : rule;
            enter(elements, ARRAY, at);
            return elements instanceof Rule.Few ? JsonEdit.descend() : JsonSplice.always();
        }
        return switch (rule) {
            case ObjectRule object -> kind == JsonKind.OBJECT ? object(object, at) : instead(object, at);
            case Rule.Scalar scalar ->
                kind == JsonKind.OBJECT ? references.denied(at, "an object is not allowed here") : scalar(at);
            case Rule.OneOf words -> oneOf(words, at);
            case Rule.Bounded bounded -> bounded(bounded, at);
            case Rule.Few few -> decide(few.each(), at);
            case Rule.Refer refer -> reference(refer.to(), at);
            case Rule.Whole whole -> whole(whole, at);
            case Rule.Denied denied -> references.denied(at, denied.why());
            case Rule.Left left -> JsonEdit.drop();
            case Rule.Tallied counted ->
                tallies.takes(counted.tally(), 1)
                        ? asked(decide(counted.each(), at))
                        : references.denied(at, counted.tally().why());
            case Rule.Measured measured -> counted(measured.each(), measured.together(), at, measured.size());
            case Rule.Built part -> counted(part.each(), part.together(), at, text -> built.more(part, at));
            case Rule.Kept part -> {
                kept.enter(at.depth(), part.inside());
                yield asked(decide(part.each(), at));
            }
            case Rule.Any any -> JsonEdit.verbatim();
            case Rule.Content content -> content(content, at);
        };
    }

    private JsonEdit scalar(JsonCursor at) {
        if (at.kind() != JsonKind.STRING || !references.isSent()) {
            return JsonSplice.always();
        }
        boolean harmless = at.isOversized() ? at.nameIn(LONG_TEXTS) >= 0 : !NumberText.isEndless(at.text());
        return harmless ? JsonEdit.verbatim() : references.denied(at, NumberText.WHY);
    }

    private JsonEdit any(Rule rule, JsonCursor at) {
        if (!placeholders.areAt(at.depth()) && !kept.areAt(at.depth())) {
            return JsonEdit.verbatim();
        }
        enter(rule, at.kind() == JsonKind.ARRAY ? ARRAY : OBJECT, at);
        return JsonEdit.descend();
    }

    private JsonEdit content(Rule.Content rule, JsonCursor at) {
        String why = kept.exceeded(rule, at);
        if (why != null) {
            return references.denied(at, why);
        }
        if (!at.kind().isContainer()) {
            return JsonEdit.verbatim();
        }
        enter(rule, at.kind() == JsonKind.ARRAY ? ARRAY : OBJECT, at);
        return JsonEdit.descend();
    }

    private JsonEdit counted(Rule each, Tally together, JsonCursor at, ToIntFunction<String> size) {
        boolean counts = !at.kind().isContainer() && !at.isOversized();
        return !counts || tallies.takes(together, size.applyAsInt(at.text()))
                ? asked(decide(each, at))
                : references.denied(at, together.why());
    }

    // Each element is asked about, to be counted. A server may take a list among them for one text, as it is written.
    private JsonEdit oneOfFew(Rule.Few few, int array, JsonCursor at) {
        boolean counted = few.each() instanceof Rule.Tallied || few.each() instanceof Rule.Measured;
        if (at.kind() == JsonKind.ARRAY && !counted) {
            return references.denied(at, "a list is not allowed within this list");
        }
        counts[array]++;
        return counts[array] > few.most() ? references.denied(at, few.why()) : asked(decide(few.each(), at));
    }

    private static boolean standsForItsElements(Rule rule) {
        return !(rule instanceof Rule.Denied || rule instanceof Rule.Left || rule instanceof Rule.Whole);
    }

    private JsonEdit object(ObjectRule object, JsonCursor at) {
        Trait trait = object.trait();
        enter(object, OBJECT, at);
        if (object.hasPlaceholders()) {
            placeholders.enter(at.depth());
        }
        if (trait == Trait.WAY_BACK) {
            scopes.leave(at.depth() - 1);
        } else if (trait != null) {
            references.shown(trait);
        }
        return object.isJudgedEachTime() ? JsonEdit.descend() : JsonSplice.always();
    }

    private JsonEdit instead(ObjectRule object, JsonCursor at) {
        Rule instead = object.instead();
        return instead == null ? references.denied(at, "an object is expected here") : decide(instead, at);
    }

    private JsonEdit oneOf(Rule.OneOf rule, JsonCursor at) {
        boolean known =
                !at.kind().isContainer() && !at.isOversized() && rule.words().contains(at.text());
        return known ? JsonEdit.verbatim() : references.denied(at, rule.why());
    }

    private JsonEdit bounded(Rule.Bounded rule, JsonCursor at) {
        boolean within = at.kind() == JsonKind.NULL
                || !at.kind().isContainer()
                        && !at.isOversized()
                        && rule.within().test(at.text());
        return within ? JsonEdit.verbatim() : references.denied(at, rule.why());
    }

    private JsonEdit reference(Reference reference, JsonCursor at) {
        if (at.kind().isContainer()) {
            return references.denied(at, "a string is expected here");
        }
        return isWellNested(reference, at) ? references.value(reference, at) : references.denied(at, NESTED_ELSEWHERE);
    }

    private boolean isWellNested(Reference reference, JsonCursor at) {
        return switch (reference) {
            case ORDER_PATH, NESTED_PATH, OUTER_NESTED_PATH, PATH_BACK -> {
                int object = at.depth() - 1;
                if (at.isOversized()) {
                    yield false;
                }
                yield switch (reference) {
                    case OUTER_NESTED_PATH -> scopes.enter(object - 1, at.text());
                    case PATH_BACK -> scopes.back(object - 1, at.text());
                    default -> scopes.enter(object, at.text());
                };
            }
            default -> true;
        };
    }

    // Anything but an object would be wrapped in place of one.
    private JsonEdit whole(Rule.Whole whole, JsonCursor at) {
        if (at.kind() == JsonKind.ARRAY && whole.as().mayBeList()) {
            enter(whole.inner().elements(), ARRAY, at);
        } else if (at.kind() == JsonKind.OBJECT) {
            object(whole.inner(), at);
        } else {
            return references.malformed(at, "an object is expected here");
        }
        return references.whole(whole.as(), at);
    }

    private void enter(Rule rule, byte as, JsonCursor at) {
        int depth = at.depth();
        if (depth == open.length) {
            open = Arrays.copyOf(open, Math.max(DEPTH, depth * 2));
            state = Arrays.copyOf(state, open.length);
            counts = Arrays.copyOf(counts, open.length);
        }
        open[depth] = rule;
        state[depth] = as;
        counts[depth] = 0;
        if (as == OBJECT && rule instanceof ObjectRule object) {
            if (object.isScope()) {
                scopes.open(depth);
            }
            if (!object.nestings().isEmpty()) {
                nestings.open(depth, object.nestings());
            }
            if (object.addsToPath()) {
                parts.open(depth);
            }
        }
    }

    @Override
    public List<JsonMember> onObjectEnd(JsonCursor at) {
        int depth = at.depth();
        placeholders.leave(depth);
        kept.leave(depth);
        if (state[depth] == ARRAY || !(open[depth] instanceof ObjectRule object)) {
            return List.of();
        }
        List<JsonMember> missing = List.of();
        if (object.isScope()) {
            scopes.close(depth);
        }
        if (!object.nestings().isEmpty()) {
            nestings.close(depth);
        }
        if (object.addsToPath()) {
            parts.close(depth);
        }
        ObjectRule.Required[] required = object.required();
        for (int i = 0; i < required.length; i++) {
            ObjectRule.Required lacks = lacking(required, i, state[depth]);
            if (lacks != null) {
                List<JsonMember> more = references.missing(lacks);
                missing = missing.isEmpty() ? more : joined(missing, more);
            }
        }
        return missing;
    }

    /** The member to add for one of the required; null if none. */
    private static ObjectRule.@Nullable Required lacking(ObjectRule.Required[] required, int i, byte seen) {
        if ((seen & OBJECT << i + 1) != 0) {
            return null;
        }
        ObjectRule.Required with = required[i].with();
        boolean alone = with == null || !isSeen(required, with, seen) || isSeen(required, required[i].despite(), seen);
        return alone ? required[i] : required[i].beside();
    }

    private static boolean isSeen(ObjectRule.Required[] required, ObjectRule.@Nullable Required one, byte seen) {
        int position = one == null ? -1 : List.of(required).indexOf(one);
        return position >= 0 && (seen & OBJECT << position + 1) != 0;
    }

    private static List<JsonMember> joined(List<JsonMember> some, List<JsonMember> more) {
        List<JsonMember> all = new ArrayList<>(some);
        all.addAll(more);
        return all;
    }

    @Override
    public JsonNames guardedNames() {
        return JsonNames.none();
    }

    /** The grammar, and what else decides. A rule is equal to itself only. */
    private record Likeness(Rule root, Object references) {}

    @Override
    public @Nullable Object likeness() {
        Object same = references.likeness();
        return same == null ? null : new Likeness(root, same);
    }

    @Override
    public @Nullable Json onEmptyBody() {
        if (root instanceof ObjectRule object) {
            for (ObjectRule.Required required : object.required()) {
                Json whole = references.empty(required);
                if (whole != null) {
                    return whole;
                }
            }
        }
        return null;
    }
}
