package io.sluice.filters.tenant.body;

import io.sluice.api.Json;
import io.sluice.api.JsonCursor;
import io.sluice.api.JsonEdit;
import io.sluice.filters.tenant.names.TextReplacement;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Handles names in a request that no grammar knows. Servers refuse unknown names and suggest similar ones. So such a
 * name is sent in a form that no server can know, without content, and the client's name is restored in the response.
 * For one exchange.
 */
final class UnknownNames {

    /** Suffix that no name known to a server has. */
    private static final String MARK = "~";

    private static final int MAX_NAMES = 16;

    /** Depth of the members of an array's elements, for an array that is a member of the body. */
    private static final int OF_ELEMENTS = 3;

    private static final int MAX_LENGTH = 1024;
    private static final Json NO_MEMBERS = Json.parse("{}");
    /** Some parsers pass over a list in which there is nothing, whatever its name. */
    private static final Json ONE_ELEMENT = Json.parse("[0]");

    private final Set<String> names = new HashSet<>();
    private final boolean readsOn;

    /** @param readsOn whether a server skips an object or array under an unknown name below the top level */
    UnknownNames(boolean readsOn) {
        this.readsOn = readsOn;
    }

    /** The edit of a member with an unknown name; null if there are too many, or if it has no such name. */
    @Nullable JsonEdit edit(JsonCursor at) {
        String name = at.name();
        boolean passedOver = readsOn && (at.kind().isContainer() ? at.depth() > 1 : at.depth() > OF_ELEMENTS);
        if (passedOver || name == null || name.isEmpty() || name.length() > MAX_LENGTH || names.size() == MAX_NAMES) {
            return null;
        }
        names.add(name);
        // A parser that skips only an unknown name would read its content as sibling members.
        return switch (at.kind()) {
            case OBJECT -> new JsonEdit.Rename(name + MARK, new JsonEdit.Replace(NO_MEMBERS));
            case ARRAY -> new JsonEdit.Rename(name + MARK, new JsonEdit.Replace(ONE_ELEMENT));
            default -> new JsonEdit.Rename(name + MARK);
        };
    }

    /**
     * A server text with the client's names. If the server suggests the name itself, it knows the name, and the text
     * becomes a denial.
     */
    String asWritten(String text) {
        String written = text;
        for (String name : names) {
            if (!TextReplacement.has(written, name + MARK)) {
                continue;
            }
            if (isProposed(name, written)) {
                return "[" + name + "] is denied to tenants: it is not known to be safe";
            }
            written = TextReplacement.replaced(written, name + MARK, name);
        }
        return written;
    }

    // The name is suggested alone or among several.
    private static boolean isProposed(String name, String text) {
        return TextReplacement.has(text, "[" + name + "]")
                || TextReplacement.has(text, "[" + name + ", ")
                || TextReplacement.has(text, ", " + name + "]")
                || TextReplacement.has(text, ", " + name + ", ");
    }
}
