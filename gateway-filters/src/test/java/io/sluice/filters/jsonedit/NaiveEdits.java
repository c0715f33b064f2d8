package io.sluice.filters.jsonedit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What edits do, said by matching each value's path with the path of each edit. */
final class NaiveEdits {

    private final List<Edit> edits;
    private boolean refused;

    /** What an edit does. */
    enum Kind {
        SET,
        REPLACE,
        REMOVE
    }

    /** An edit of a pointer's segments; the value is not used by all. */
    record Edit(Kind kind, List<String> path, JsonNode value) {

        String yaml() {
            String pointer = "/" + String.join("/", path);
            return kind == Kind.REMOVE
                    ? "{remove: '" + pointer + "'}"
                    : "{" + kind.name().toLowerCase(Locale.ROOT) + ": {path: '" + pointer + "', value: " + value + "}}";
        }

        /** Whether the first segments match these; from {@code existing} on an asterisk matches nothing. */
        private boolean begins(List<String> there, int existing) {
            for (int i = 0; i < there.size(); i++) {
                String segment = i < path.size() ? path.get(i) : "";
                boolean any = segment.equals("*") && i < existing;
                if (!any && !segment.equals(there.get(i))) {
                    return false;
                }
            }
            return true;
        }

        private boolean matches(List<String> there, int existing) {
            return path.size() == there.size() && begins(there, existing);
        }

        /** Whether from this segment on there are only names that an object can be given. */
        private boolean namesFrom(int segment) {
            return path.subList(segment, path.size()).stream().noneMatch(name -> name.equals("*") || name.equals("0"));
        }

        /** By names where both match, the last segment first. */
        private boolean before(Edit other) {
            for (int i = path.size() - 1; i >= 0; i--) {
                boolean name = !path.get(i).equals("*");
                if (name == other.path.get(i).equals("*")) {
                    return name;
                }
            }
            return false;
        }
    }

    NaiveEdits(List<Edit> edits) {
        this.edits = edits;
    }

    /** The body afterwards; null if it is refused. */
    @Nullable JsonNode applied(JsonNode body) {
        JsonNode result = edited(List.of(), body);
        return refused ? null : result;
    }

    private @Nullable JsonNode edited(List<String> at, JsonNode value) {
        Edit edit = best(at, at.size());
        if (edit != null) {
            return edit.kind == Kind.REMOVE ? null : edit.value;
        }
        if (!value.isObject() && needsObject(at)) {
            refused = true;
        }
        if (value instanceof ArrayNode list) {
            ArrayNode kept = JsonNodeFactory.instance.arrayNode();
            for (int i = 0; i < list.size(); i++) {
                JsonNode element = edited(below(at, Integer.toString(i)), list.get(i));
                if (element != null) {
                    kept.add(element);
                }
            }
            return kept;
        }
        return value instanceof ObjectNode object ? editedObject(at, object) : value;
    }

    private ObjectNode editedObject(List<String> at, ObjectNode object) {
        ObjectNode kept = JsonNodeFactory.instance.objectNode();
        object.properties().forEach(member -> {
            JsonNode value = edited(below(at, member.getKey()), member.getValue());
            if (value != null) {
                kept.set(member.getKey(), value);
            }
        });
        for (String name : madeIn(at, at.size())) {
            JsonNode made = object.has(name) ? null : made(below(at, name), at.size());
            if (made != null) {
                kept.set(name, made);
            }
        }
        return kept;
    }

    /** The names that are set in a value, or in one that is made, whose first {@code existing} segments are there. */
    private Set<String> madeIn(List<String> at, int existing) {
        Set<String> names = new LinkedHashSet<>();
        for (Edit edit : edits) {
            if (edit.kind == Kind.SET
                    && edit.path.size() > at.size()
                    && edit.begins(at, existing)
                    && edit.namesFrom(at.size())) {
                names.add(edit.path.get(at.size()));
            }
        }
        return names;
    }

    private @Nullable JsonNode made(List<String> at, int existing) {
        Edit edit = best(at, existing);
        if (edit != null) {
            return edit.kind == Kind.SET ? edit.value : null;
        }
        ObjectNode made = JsonNodeFactory.instance.objectNode();
        for (String name : madeIn(at, existing)) {
            JsonNode value = made(below(at, name), existing);
            if (value != null) {
                made.set(name, value);
            }
        }
        return made.isEmpty() ? null : made;
    }

    private @Nullable Edit best(List<String> at, int existing) {
        Edit best = null;
        for (Edit edit : edits) {
            if (edit.matches(at, existing) && (best == null || edit.before(best))) {
                best = edit;
            }
        }
        return best;
    }

    private boolean needsObject(List<String> at) {
        return edits.stream()
                .anyMatch(edit -> edit.kind == Kind.SET
                        && edit.path.size() > at.size()
                        && edit.begins(at, 0)
                        && edit.namesFrom(at.size()));
    }

    private static List<String> below(List<String> at, String segment) {
        List<String> path = new ArrayList<>(at);
        path.add(segment);
        return path;
    }
}
