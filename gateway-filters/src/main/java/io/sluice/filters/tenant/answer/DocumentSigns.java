package io.sluice.filters.tenant.answer;

import io.sluice.api.JsonVisitor;
import io.sluice.filters.match.Glob;
import io.sluice.filters.tenant.endpoint.AnswerKind;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The members that identify the owner of a shown document: {@code _index}, and {@code _id} where ids are scoped.
 * {@code filter_path} must not remove them, because the gateway checks each document by them. They are requested in
 * addition to what the client requests, checked, and left out again. Immutable.
 */
public final class DocumentSigns {

    /** Paths to all places of documents in a response, each with a full stop at its end. */
    private static final List<String> IN_SEARCH = List.of(
            "hits.hits.", "hits.hits.inner_hits.**.hits.hits.", "aggregations.**.hits.hits.", "suggest.*.options.");

    private static final Map<AnswerKind, List<String>> DOCUMENTS = Map.of(
            AnswerKind.DOCUMENT,
            List.of(""),
            AnswerKind.MGET,
            List.of("docs."),
            AnswerKind.SEARCH,
            IN_SEARCH,
            AnswerKind.MSEARCH,
            IN_SEARCH.stream().map(path -> "responses." + path).toList());

    /** Makes a name that no member has. */
    private static final String NOBODYS = "~";

    private static final String INDEX = "_index";
    private static final String ID = "_id";
    /** Parts of documents have it. Elasticsearch 8 shows no {@link #ID} beside it in aggregations. */
    private static final String PART = "_nested";

    private final AnswerKind kind;
    private final List<String> names;
    private final Set<AnswerPattern> shown = new LinkedHashSet<>();
    private final Set<AnswerPattern> hidden = new LinkedHashSet<>();
    /** What the client excluded, but the cluster must send. */
    private final Set<AnswerPattern> withheld = new LinkedHashSet<>();

    private final Set<String> sent = new LinkedHashSet<>();
    private final HiddenParts parts;
    private @Nullable String denied;

    private DocumentSigns(AnswerKind kind, boolean scoped) {
        this.kind = kind;
        this.parts = new HiddenParts(kind);
        this.names = scoped ? List.of(INDEX, ID) : List.of(INDEX);
    }

    /**
     * Analyses a {@code filter_path}; null if the response shows no documents.
     *
     * @param paths in physical names
     * @param scoped whether ids identify the owner of a document
     */
    public static @Nullable DocumentSigns of(AnswerKind kind, String paths, boolean scoped) {
        if (!DOCUMENTS.containsKey(kind)) {
            return null;
        }
        DocumentSigns signs = new DocumentSigns(kind, scoped);
        for (String part : paths.split(",")) {
            signs.add(part.trim());
        }
        return signs;
    }

    /** The first path that might exclude a sign together with something else; null if there is none. */
    public @Nullable String denied() {
        return denied;
    }

    /** The value to send. */
    public String sent() {
        return String.join(",", sent);
    }

    /**
     * Makes a visitor that checks the signs of each document in a response and shows only what the client asked for.
     * For one response.
     */
    public JsonVisitor checked(JsonVisitor answer) {
        return new SignedAnswer(this, AnswerPlace.of(kind), answer);
    }

    /** The sign that a member of a document is, as a bit; 0 if it is none. */
    int sign(String name) {
        int at = names.indexOf(name);
        return at < 0 ? 0 : 1 << at;
    }

    /**
     * The sign that need not come any more behind a member, as a bit; 0 if there is none. An id that was asked for comes before what
     * says that an object is a part of a document, or not at all.
     */
    int signBefore(String name) {
        return name.equals(PART) ? sign(ID) : 0;
    }

    /** All signs. */
    int all() {
        return (1 << names.size()) - 1;
    }

    /** Whether an object or array is shown even if nothing is left of what it had. Servers leave it out if an excluding path leads into it. */
    boolean isShownEmpty(List<String> path) {
        return isWanted(path) && hidden.stream().noneMatch(pattern -> pattern.leadsInto(path));
    }

    /** Whether the client asked for all of a member. */
    boolean isWanted(List<String> path) {
        return (shown.isEmpty() || covers(shown, path)) && !covers(withheld, path);
    }

    private static boolean covers(Set<AnswerPattern> patterns, List<String> path) {
        for (AnswerPattern pattern : patterns) {
            if (pattern.covers(path)) {
                return true;
            }
        }
        return false;
    }

    private void add(String path) {
        boolean minus = path.startsWith("-");
        String text = minus ? path.substring(1).trim() : path;
        if (text.isEmpty()) {
            return;
        }
        AnswerPattern pattern = AnswerPattern.parse(text);
        if (pattern == null) {
            deny(path);
        } else if (minus) {
            hidden.add(pattern);
            hide(path, pattern);
        } else {
            shown.add(pattern);
            sent.add(text);
            show(pattern.segments());
        }
    }

    private void deny(String path) {
        denied = denied == null ? path : denied;
    }

    private void show(List<String> segments) {
        Collection<AnswerPlace> at = Set.of(AnswerPlace.of(kind));
        for (int i = 0; i < segments.size() && !at.isEmpty(); i++) {
            String segment = segments.get(i);
            if (at.stream().anyMatch(AnswerPlace::isDocument)) {
                ask(segments.subList(0, i));
            }
            if (segment.equals(AnswerPattern.ANY_DEPTH)) {
                if (i < segments.size() - 1) {
                    ask(segments.subList(0, i + 1));
                }
                return;
            }
            at = AnswerPlace.next(at, AnswerPattern.name(segment));
        }
    }

    // Signs behind a wildcard are requested by full path: other objects may have members of the same names.
    private void ask(List<String> segments) {
        String path = segments.isEmpty() ? "" : String.join(".", segments) + ".";
        List<String> documents = path.indexOf('*') < 0 ? List.of(path) : DOCUMENTS.getOrDefault(kind, List.of());
        for (String document : documents) {
            names.forEach(name -> sent.add(document + name));
            if (names.contains(ID) && mayHoldParts(document)) {
                sent.add(document + PART);
            }
        }
    }

    private static boolean mayHoldParts(String documents) {
        return documents.contains("aggregations.") || documents.contains("inner_hits.");
    }

    private void hide(String path, AnswerPattern pattern) {
        List<String> segments = pattern.segments();
        String last = AnswerPattern.name(segments.getLast());
        Collection<AnswerPlace> at = Set.of(AnswerPlace.of(kind));
        boolean anyDepth = false;
        boolean wildcard = !names.contains(last);
        for (String segment : segments.subList(0, segments.size() - 1)) {
            anyDepth |= segment.equals(AnswerPattern.ANY_DEPTH);
            wildcard |= segment.indexOf('*') >= 0;
            at = anyDepth ? at : AnswerPlace.next(at, AnswerPattern.name(segment));
        }
        boolean all = last.equals(AnswerPattern.ANY) || last.equals(AnswerPattern.ANY_DEPTH);
        boolean ofDocuments = anyDepth || at.stream().anyMatch(AnswerPlace::isDocument);
        // Where ids are scoped, a part of a document without an id is known by its own sign.
        if (names.contains(ID) && parts.mayHide(pattern)) {
            deny(path);
        } else if (all || !ofDocuments || names.stream().noneMatch(name -> Glob.matches(last, name))) {
            sent.add(path);
        } else if (wildcard) {
            deny(path);
        } else {
            withheld.add(pattern);
            // It leads where the client's does, and hides nothing: what becomes of an empty list there is the server's
            // decision.
            sent.add(path + NOBODYS);
        }
    }
}
