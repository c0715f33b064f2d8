package io.sluice.filters.tenant.identity;

import io.sluice.filters.tenant.names.TenantName;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The form of clients' index names: plain text around the tenant and one or two pieces of the index. The text before or
 * after the tenant determines its position unambiguously. If there are two pieces, the character that follows the first
 * also starts the second and cannot occur in the first. So tenant and index determine the name. Immutable.
 */
final class NameForm {

    private static final Set<String> GROUPS = Set.of("prefix", "tenant", "postfix", "index");

    private final String before;
    /** The part of {@code before} that belongs to the index. */
    private final String kept;
    /** Whether a piece of the index precedes the tenant, separated by {@code between}. */
    private final boolean head;

    private final String between;
    private final String behind;
    /** Whether a piece of the index follows the tenant and {@code behind}. */
    private final boolean tail;

    private final String after;
    private final TenantName tenants;

    /** Takes the plain texts before the head, before the tenant, after the tenant, and after the tail. */
    private NameForm(StringBuilder[] texts, String kept, boolean head, boolean tail, TenantName tenants) {
        this.before = texts[0].toString() + (head ? "" : texts[1]);
        this.kept = kept;
        this.head = head;
        this.between = head ? texts[1].toString() : "";
        this.behind = tail ? texts[2].toString() : "";
        this.tail = tail;
        this.after = (tail ? "" : texts[2].toString()) + texts[3];
        this.tenants = tenants;
    }

    /** The parts of a name; the piece of the index before the tenant may be empty. */
    record Split(String tenant, String head, String index) {}

    /**
     * The form of a pattern.
     *
     * @throws IllegalArgumentException if two indices could have the same name, or one index two names
     */
    static NameForm of(List<PatternParts.Part> parts, TenantName tenants) {
        Builder builder = new Builder(parts, tenants);
        NameForm form = builder.form();
        builder.check(form);
        return form;
    }

    /** Reads the parts of a pattern. */
    private static final class Builder {
        private final List<PatternParts.Part> parts;
        private final TenantName tenants;
        private final List<String> names = new ArrayList<>();
        private final boolean indexed;
        private @Nullable String headText;

        private Builder(List<PatternParts.Part> parts, TenantName tenants) {
            this.parts = parts;
            this.tenants = tenants;
            for (PatternParts.Part part : parts) {
                String name = part.group();
                if (name != null) {
                    checkGroup(name);
                }
            }
            require(names.contains("tenant"), "a pattern needs a group (?<tenant>...)");
            require(place("prefix", -1) < names.indexOf("tenant"), "the group prefix must be before the tenant");
            require(
                    place("postfix", names.size()) > names.indexOf("tenant"),
                    "the group postfix must be after the tenant");
            this.indexed = names.contains("index");
        }

        private void checkGroup(String name) {
            require(
                    GROUPS.contains(name) && !names.contains(name),
                    "the groups are tenant, prefix, postfix and index, each once; not " + name);
            names.add(name);
        }

        private int place(String name, int otherwise) {
            int at = names.indexOf(name);
            return at < 0 ? otherwise : at;
        }

        private NameForm form() {
            StringBuilder[] texts = {new StringBuilder(), new StringBuilder(), new StringBuilder(), new StringBuilder()
            };
            String kept = "";
            boolean head = false;
            boolean tail = false;
            int at = 0;
            for (PatternParts.Part part : parts) {
                String name = part.group();
                String plain = name == null ? part.text() : PatternParts.plain(part.text());
                if (name == null) {
                    texts[at].append(part.text());
                } else if (name.equals("tenant")) {
                    at = 2;
                } else if (plain != null && (indexed ? !name.equals("index") : name.equals("prefix"))) {
                    texts[at].append(plain);
                    kept = indexed ? "" : plain;
                } else {
                    require(
                            !indexed || name.equals("index"),
                            "with a group index, the other groups must be plain text, so that names can be restored");
                    head |= at == 0;
                    tail |= at == 2;
                    headText = at == 0 ? part.text() : headText;
                    at = at == 0 ? 1 : 3;
                }
            }
            return new NameForm(texts, kept, head, tail, tenants);
        }

        private void check(NameForm form) {
            require(
                    form.head || form.tail,
                    "without a group prefix, postfix or index every name would be the same index");
            for (String text : List.of(form.before, form.between, form.behind, form.after)) {
                require(
                        text.matches("[a-z0-9._~@-]*"),
                        "the plain text of a pattern may contain only a-z, 0-9 and . _ ~ @ -: " + text);
            }
            if (form.head) {
                String between = form.between;
                char edge = between.isEmpty() ? 'a' : between.charAt(form.tail ? 0 : between.length() - 1);
                require(
                        !tenants.contains(edge),
                        "a character that no tenant's name has must separate the tenant from what precedes it");
            }
            require(
                    form.behind.isEmpty() || !tenants.contains(form.behind.charAt(0)),
                    "a character that no tenant's name has must follow the tenant");
            if (form.head && form.tail) {
                require(
                        form.behind.isEmpty(),
                        "the text after the tenant must be in the group postfix, so that the end of the prefix is clear");
                require(
                        !PatternParts.mayContain(String.valueOf(headText), form.between.charAt(0)),
                        "the prefix may have the character '" + form.between.charAt(0)
                                + "' that ends it, so that it could end in several places");
            }
        }

        private static void require(boolean holds, String why) {
            if (!holds) {
                throw new IllegalArgumentException(why);
            }
        }
    }

    /** Whether the index has one piece before the tenant and one after it. */
    boolean hasTwoPieces() {
        return head && tail;
    }

    /** Position of the first wildcard or date math character; the length if there is none. */
    static int firstFree(String name) {
        for (int i = 0; i < name.length(); i++) {
            if (isFree(name.charAt(i))) {
                return i;
            }
        }
        return name.length();
    }

    private static boolean isFree(char c) {
        return c == '*' || c == '{' || c == '}';
    }

    /** Splits a name, whose index part may contain wildcards and date math; null if it does not have this form. */
    @Nullable Split split(String name) {
        int end = name.length() - after.length();
        if (end < before.length() || !name.startsWith(before) || !name.endsWith(after)) {
            return null;
        }
        return tail ? splitFromBegin(name, end) : splitFromEnd(name, end);
    }

    // Only plain text follows the tenant, so any wildcard comes before it.
    private @Nullable Split splitFromEnd(String name, int end) {
        int from = end;
        while (from > before.length() && tenants.contains(name.charAt(from - 1))) {
            from--;
        }
        int headEnd = from - between.length();
        if (headEnd < before.length() || !name.startsWith(between, headEnd)) {
            return null;
        }
        return new Split(name.substring(from, end), "", name.substring(before.length(), headEnd));
    }

    // Everything up to the character after the tenant must be literal.
    private @Nullable Split splitFromBegin(String name, int end) {
        int from = before.length();
        int headEnd = from;
        if (head) {
            headEnd = name.indexOf(between.charAt(0), from);
            if (headEnd < 0 || !name.startsWith(between, headEnd)) {
                return null;
            }
            from = headEnd + between.length();
        }
        if (from > end) {
            return null;
        }
        int to = from;
        while (to < end && tenants.contains(name.charAt(to))) {
            to++;
        }
        int rest = to + behind.length();
        boolean ends = behind.isEmpty()
                ? to == end || (head ? name.charAt(to) == between.charAt(0) : !isFree(name.charAt(to)))
                : name.startsWith(behind, to);
        if (!ends || rest > end || firstFree(name) < rest) {
            return null;
        }
        String first = name.substring(before.length(), headEnd);
        return new Split(name.substring(from, to), first, kept + first + name.substring(rest, end));
    }

    /** The name of a tenant's index. */
    String render(String tenant, String index) {
        if (!tail) {
            return before + index + between + tenant + after;
        }
        String rest = index.startsWith(kept) ? index.substring(kept.length()) : index;
        int split = head ? rest.indexOf(between.charAt(0)) : 0;
        int at = split < 0 ? rest.length() : split;
        return before + rest.substring(0, at) + between + tenant + behind + rest.substring(at) + after;
    }
}
