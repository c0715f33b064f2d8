package io.sluice.filters.tenant.answer;

import io.sluice.filters.tenant.answer.AnswerPlace.Holds;
import io.sluice.filters.tenant.endpoint.AnswerKind;
import io.sluice.filters.tenant.names.FieldNames;
import io.sluice.filters.tenant.names.Translation;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Translates {@code filter_path} to physical names in the nested layout, where the index's name is the top member of
 * documents and the prefix of fields. Paths have the meaning of Elasticsearch 7.17 and OpenSearch 2: arrays are not
 * segments, {@code **} matches one or more segments, and a backslash makes a full stop part of a name. For one value;
 * not thread-safe.
 */
public final class AnswerPaths {

    /** Members of hits that have one member per field. */
    private static final List<String> BY_FIELD = List.of("fields", "highlight", "ignored_field_values", "inner_hits");

    /** Without these, a part of a document cannot be distinguished from a whole one. */
    private static final Set<String> OF_PARTS = Set.of("_source", "_nested", "field", "offset");

    private final AnswerPlace root;
    private final FieldNames fields;
    private final List<String> sent = new ArrayList<>();

    private AnswerPaths(AnswerPlace root, FieldNames fields) {
        this.root = root;
        this.fields = fields;
    }

    /**
     * The {@code filter_path} to send; refused if a path would match something else than in a separate index.
     *
     * @param kind of the response
     * @param fields of the index; of no index if it is unknown, and then paths that depend on it are refused
     */
    public static Translation of(AnswerKind kind, FieldNames fields, String value) {
        if (!fields.framed()) {
            return new Translation.Physical(value);
        }
        AnswerPaths paths = new AnswerPaths(AnswerPlace.of(kind), fields);
        for (String part : value.split(",", -1)) {
            String path = part.trim();
            boolean hides = path.startsWith("-");
            String shown = hides ? path.substring(1).trim() : path;
            int known = paths.sent.size();
            if (!shown.isEmpty() && !paths.add(shown, hides)) {
                return new Translation.Refused(
                        403, "URL parameter [filter_path] is denied to tenants here with the path [" + path + "]");
            }
            List<String> made = paths.sent.subList(known, paths.sent.size());
            if (shown.isEmpty() || made.equals(List.of(hides ? "-" + shown : shown))) {
                made.clear();
                paths.sent.add(part);
            }
        }
        return new Translation.Physical(paths.toString());
    }

    /** Whether the meaning of a value, or its refusal, depends on the index. */
    public static boolean hangOnIndex(AnswerKind kind, FieldNames fields, String value) {
        return fields.framed() && !of(kind, fields.ofNone(), value).equals(new Translation.Physical(value));
    }

    private boolean add(String path, boolean hides) {
        AnswerPattern pattern = AnswerPattern.parse(path);
        if (pattern == null) {
            return false;
        }
        List<String> segments = pattern.segments();
        String sign = hides ? "-" : "";
        Set<AnswerPlace> at = Set.of(root);
        StringBuilder before = new StringBuilder(sign);
        for (int i = 0; i < segments.size(); i++) {
            String segment = segments.get(i);
            boolean last = i == segments.size() - 1;
            Set<Holds> held = held(at);
            if (held.contains(Holds.DOCUMENT) || held.contains(Holds.PART)) {
                return held.equals(Set.of(Holds.DOCUMENT))
                        && addBelowKey(before.toString(), segments.subList(i, segments.size()), hides);
            }
            if (segment.equals(AnswerPattern.ANY_DEPTH) && !last) {
                return addAtAnyDepth(before.toString(), segments.subList(i + 1, segments.size()), at, hides);
            }
            String physical = held.contains(Holds.FIELDS) ? field(segment, held) : segment;
            String name = AnswerPattern.name(segment);
            at = AnswerPlace.next(at, name);
            if (physical == null || hidesWhatItIs(held(at), segment, last, hides)) {
                return false;
            }
            before.append(physical).append(last ? "" : ".");
        }
        sent.add(before.toString());
        return true;
    }

    // Without its {@code _nested} member, a part of a document would be treated as a whole document.
    private static boolean hidesWhatItIs(Set<Holds> held, String segment, boolean last, boolean hides) {
        boolean all = last && (segment.equals(AnswerPattern.ANY) || segment.equals(AnswerPattern.ANY_DEPTH));
        return !all && (hides ? held.contains(Holds.SIGN) : last && held.contains(Holds.PART));
    }

    private boolean addBelowKey(String before, List<String> rest, boolean hides) {
        if (!fields.prefixed()) {
            return false;
        }
        sent.add(before + AnswerPattern.escaped(fields.key()) + "." + String.join(".", rest));
        if (hides) {
            sent.add(before + AnswerPattern.escaped(fields.indexField()));
        }
        return true;
    }

    // The added top member of a document does not matter to a path at any depth. If a document contains members named
    // like those of hits, such a path matches them too.
    private boolean addAtAnyDepth(String before, List<String> rest, Set<AnswerPlace> from, boolean hides) {
        String path = before + AnswerPattern.ANY_DEPTH + "." + String.join(".", rest);
        Set<Holds> below = held(AnswerPlace.below(from));
        if (below.equals(Set.of(Holds.OTHER)) || below.isEmpty()) {
            sent.add(path);
            return true;
        }
        String name = AnswerPattern.name(rest.getFirst());
        String physical = physical(name);
        boolean part = below.contains(Holds.PART) && OF_PARTS.contains(name);
        if (rest.size() > 1 || name.indexOf('*') >= 0 || part || mayBeFrame(name)) {
            return false;
        }
        sent.add(path);
        if (below.contains(Holds.FIELDS)) {
            if (physical == null) {
                return false;
            }
            if (!physical.equals(name)) {
                BY_FIELD.forEach(member -> addHere(before, member, physical));
            }
        }
        if (hides) {
            addHere(before, "_source", fields.indexField());
        }
        return true;
    }

    private void addHere(String before, String member, String name) {
        sent.add(before + member + "." + AnswerPattern.escaped(name));
        sent.add(before + AnswerPattern.ANY_DEPTH + "." + member + "." + AnswerPattern.escaped(name));
    }

    // No index name begins with an underscore.
    private boolean mayBeFrame(String name) {
        boolean key = fields.prefixed() ? name.equals(fields.key()) : !name.startsWith("_");
        return key || name.equals(fields.indexField());
    }

    /** The segment to send for one that names fields, or fields and something else; null if there is no equivalent. */
    private @Nullable String field(String segment, Set<Holds> held) {
        if (segment.equals(AnswerPattern.ANY) || segment.equals(AnswerPattern.ANY_DEPTH)) {
            return segment;
        }
        String name = AnswerPattern.name(segment);
        String physical;
        if (name.indexOf('*') < 0) {
            physical = physical(name);
        } else {
            // Some fields keep their name in the cluster; these all begin with an underscore.
            boolean own = fields.prefixed() && name.charAt(0) != '*' && name.charAt(0) != '_';
            physical = own ? fields.physical(name) : null;
        }
        boolean same = name.equals(physical);
        return physical == null || !same && held.size() > 1 ? null : same ? segment : AnswerPattern.escaped(physical);
    }

    /** The physical name of a field in a response; null if it depends on an unknown index. */
    private @Nullable String physical(String name) {
        if (name.equals("_index")) {
            return fields.indexField();
        }
        if (name.equals("_id") || FieldNames.isMetadata(name)) {
            return name;
        }
        return fields.prefixed() ? fields.physical(name) : null;
    }

    private static Set<Holds> held(Set<AnswerPlace> places) {
        Set<Holds> held = EnumSet.noneOf(Holds.class);
        for (AnswerPlace place : places) {
            held.add(place.holds());
        }
        return held;
    }

    @Override
    public String toString() {
        return String.join(",", sent);
    }
}
