package io.sluice.filters.tenant.body;

import io.sluice.api.Json;
import io.sluice.api.JsonCursor;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonKind;
import io.sluice.api.Reply;
import io.sluice.filters.search.NamePatterns;
import io.sluice.filters.tenant.grammar.References;
import io.sluice.filters.tenant.names.Translation;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What becomes of the names of indices in a tenant's request, once they are translated. For one exchange. */
final class IndexEdits {

    private final References references;
    private final Function<JsonCursor, String> places;
    /** Characters between wildcards in the names of all parts so far. */
    private int between;

    /** @param places says for the client where a value stands */
    IndexEdits(References references, Function<JsonCursor, String> places) {
        this.references = references;
        this.places = places;
    }

    /** The edit of a name or an expression. */
    JsonEdit named(JsonCursor at, Translation translation) {
        return switch (translation) {
            case Translation.Physical physical -> new JsonEdit.Replace(Json.string(physical.name()));
            case Translation.Refused refused ->
                new JsonEdit.Refuse(Reply.error(
                        refused.status(),
                        refused.status() == 400 ? "invalid_index_name_exception" : "security_exception",
                        places.apply(at) + ": " + refused.reason()));
        };
    }

    /** The edit of an expression, which servers split at its commas in a header of _msearch and in the source of a _reindex. */
    JsonEdit expression(JsonCursor at, Translation translation) {
        boolean split = at.name() != null && at.depth() <= 2;
        return split ? named(at, translation) : alone(at, at.text(), translation);
    }

    /** The edit of a member whose name is that of an index, or a wildcard. */
    JsonEdit renamed(JsonCursor at, String name, Translation translation) {
        JsonEdit edit = alone(at, name, translation);
        return translation instanceof Translation.Physical physical && !(edit instanceof JsonEdit.Refuse)
                ? new JsonEdit.Rename(physical.name())
                : edit;
    }

    // Where servers take a text with commas for one name.
    private JsonEdit alone(JsonCursor at, String expression, Translation translation) {
        boolean several = translation instanceof Translation.Physical physical
                && physical.name().indexOf(',') >= 0
                && expression.indexOf(',') < 0;
        return several
                ? references.denied(at, "[" + expression + "] stands for several names; write each of them")
                : named(at, translation);
    }

    /**
     * The edit of a value that a query compares with the names of indices.
     *
     * @param compared the value to send; null if there is none
     */
    JsonEdit compared(JsonCursor at, @Nullable String compared) {
        if (at.kind() == JsonKind.NULL) {
            return JsonEdit.verbatim();
        }
        return compared == null
                ? references.denied(
                        at, "it cannot be compared with the names of this tenant's indices; a wildcard may do")
                : new JsonEdit.Replace(Json.string(compared));
    }

    /** Whether the expressions of all parts so far, with one more, cost servers more than is sent. */
    boolean areDear(String expression) {
        between += NamePatterns.between(expression);
        return between > NamePatterns.MOST_TOGETHER;
    }
}
