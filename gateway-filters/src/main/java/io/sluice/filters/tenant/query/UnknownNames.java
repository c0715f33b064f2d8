package io.sluice.filters.tenant.query;

import io.sluice.api.Json;
import io.sluice.api.JsonCursor;
import io.sluice.api.JsonEdit;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Names in a request that no grammar knows. Servers refuse what they do not know, and say what may have been meant; so such a name goes on
 * as one that certainly no server knows, with nothing under it, and the server's answer has the client's name again. For one exchange.
 */
final class UnknownNames {

    /** No name that a server knows ends so. */
    private static final String MARK = "~";

    private static final int MAX_NAMES = 16;

    /** How deep the members of the elements of an array lie that is a member of the body. */
    private static final int OF_ELEMENTS = 3;

    private static final int MAX_LENGTH = 1024;
    private static final Json NO_MEMBERS = Json.parse("{}");
    private static final Json NO_ELEMENTS = Json.parse("[]");

    private final Set<String> names = new HashSet<>();
    private final boolean readsOn;

    /** @param readsOn true if below the top a server passes over an object or array under a name that it does not know */
    UnknownNames(boolean readsOn) {
        this.readsOn = readsOn;
    }

    /** What becomes of a member with such a name; null where there are too many, or where it is none. */
    @Nullable JsonEdit edit(JsonCursor at) {
        String name = at.name();
        boolean passedOver = readsOn && (at.kind().isContainer() ? at.depth() > 1 : at.depth() > OF_ELEMENTS);
        if (passedOver || name == null || name.isEmpty() || name.length() > MAX_LENGTH || names.size() == MAX_NAMES) {
            return null;
        }
        names.add(name);
        // A parser that passes over a name it does not know would read what stands below it as if it stood beside it.
        return switch (at.kind()) {
            case OBJECT -> new JsonEdit.RenameAnd(name + MARK, new JsonEdit.Replace(NO_MEMBERS));
            case ARRAY -> new JsonEdit.RenameAnd(name + MARK, new JsonEdit.Replace(NO_ELEMENTS));
            default -> new JsonEdit.Rename(name + MARK);
        };
    }

    /** A text of the server's with the client's names. A server that knows a name after all, by which the client wanted more than is allowed, says so. */
    String asWritten(String text) {
        String written = text;
        for (String name : names) {
            if (!written.contains(name + MARK)) {
                continue;
            }
            if (isProposed(name, written)) {
                return "[" + name + "] is denied to tenants: it is not known to be safe";
            }
            written = written.replace(name + MARK, name);
        }
        return written;
    }

    // Among several, or alone.
    private static boolean isProposed(String name, String text) {
        return text.contains("[" + name + "]")
                || text.contains("[" + name + ", ")
                || text.contains(", " + name + "]")
                || text.contains(", " + name + ", ");
    }
}
