package io.sluice.filters.tenant.grammar;

import io.sluice.api.Json;
import io.sluice.api.JsonCursor;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonKind;
import io.sluice.api.JsonMember;
import io.sluice.api.JsonNames;
import io.sluice.api.JsonVisitor;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Walks a body beside its grammar. What it decides hangs on the path only, so the order of members never matters. For one exchange;
 * may be used for one body after another.
 */
public final class GrammarVisitor implements JsonVisitor {

    private static final int DEPTH = 24;

    private final Rule root;
    private final References references;
    private Rule[] open = new Rule[DEPTH];
    /** At each depth: an array, an object, or an object in which what is required was seen. */
    private byte[] state = new byte[DEPTH];

    private static final byte ARRAY = 0;
    private static final byte OBJECT = 1;
    private static final byte COMPLETE = 2;

    public GrammarVisitor(Rule root, References references) {
        this.root = root;
        this.references = references;
    }

    @Override
    public JsonEdit onValue(JsonCursor at) {
        int depth = at.depth();
        if (depth == 0) {
            return decide(root, at);
        }
        Rule parent = open[depth - 1];
        if (state[depth - 1] == ARRAY) {
            return decide(parent, at);
        }
        ObjectRule object = (ObjectRule) parent;
        ObjectRule.Required required = object.required();
        if (required != null && required.isAt(at)) {
            if (state[depth - 1] == COMPLETE) {
                return references.denied(at, "only one of " + required.names() + " may stand here, once");
            }
            state[depth - 1] = COMPLETE;
        }
        Rule named = object.at(at);
        return named == null ? other(object, at) : decide(named, at);
    }

    private JsonEdit other(ObjectRule object, JsonCursor at) {
        Rule others = object.others();
        if (others == null) {
            return references.unknown(at);
        }
        Reference reference = object.otherNames();
        JsonEdit name = reference == null ? null : references.name(reference, at);
        if (name == null) {
            return decide(others, at);
        }
        if (!(name instanceof JsonEdit.Rename rename)) {
            return name;
        }
        JsonEdit value = decide(others, at);
        return value instanceof JsonEdit.Refuse || value instanceof JsonEdit.Drop
                ? value
                : new JsonEdit.RenameAnd(rename.name(), value);
    }

    private JsonEdit decide(Rule rule, JsonCursor at) {
        JsonKind kind = at.kind();
        if (rule instanceof Rule.Any) {
            return JsonEdit.verbatim();
        }
        if (kind == JsonKind.ARRAY && standsForItsElements(rule)) {
            return enter(rule instanceof ObjectRule object ? object.elements() : rule, ARRAY, at);
        }
        return switch (rule) {
            case ObjectRule object -> kind == JsonKind.OBJECT ? object(object, at) : instead(object, at);
            case Rule.Scalar scalar ->
                kind == JsonKind.OBJECT ? references.denied(at, "no object may stand here") : JsonEdit.verbatim();
            case Rule.Refer refer -> reference(refer.to(), at);
            case Rule.Denied denied -> references.denied(at, denied.why());
            case Rule.Left left -> JsonEdit.drop();
            case Rule.Any any -> JsonEdit.verbatim();
        };
    }

    private static boolean standsForItsElements(Rule rule) {
        return !(rule instanceof Rule.Denied || rule instanceof Rule.Left);
    }

    private JsonEdit object(ObjectRule object, JsonCursor at) {
        Trait trait = object.trait();
        if (trait != null) {
            references.shown(trait);
        }
        return enter(object, OBJECT, at);
    }

    private JsonEdit instead(ObjectRule object, JsonCursor at) {
        Rule instead = object.instead();
        return instead == null ? references.denied(at, "an object must stand here") : decide(instead, at);
    }

    private JsonEdit reference(Reference reference, JsonCursor at) {
        return at.kind().isContainer()
                ? references.denied(at, "a string must stand here")
                : references.value(reference, at);
    }

    private JsonEdit enter(Rule rule, byte as, JsonCursor at) {
        int depth = at.depth();
        if (depth == open.length) {
            open = Arrays.copyOf(open, depth * 2);
            state = Arrays.copyOf(state, depth * 2);
        }
        open[depth] = rule;
        state[depth] = as;
        return JsonEdit.descend();
    }

    @Override
    public List<JsonMember> onObjectEnd(JsonCursor at) {
        int depth = at.depth();
        if (state[depth] == OBJECT && open[depth] instanceof ObjectRule object) {
            ObjectRule.Required required = object.required();
            if (required != null) {
                return references.missing(required);
            }
        }
        return List.of();
    }

    @Override
    public JsonNames guardedNames() {
        return JsonNames.none();
    }

    @Override
    public @Nullable Json onEmptyBody() {
        ObjectRule.Required required = root instanceof ObjectRule object ? object.required() : null;
        return required == null ? null : references.empty(required);
    }
}
