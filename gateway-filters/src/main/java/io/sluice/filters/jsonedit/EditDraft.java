package io.sluice.filters.jsonedit;

import io.sluice.api.Json;
import io.sluice.api.JsonMember;
import io.sluice.api.JsonNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** Builder of an {@link EditNode}: add all edits, call {@link #finish} once, then build. */
final class EditDraft {

    private static final String ANY = "*";

    private final Map<String, EditDraft> children = new LinkedHashMap<>();
    private @Nullable EditDraft any;
    private @Nullable Edit edit;
    private @Nullable Json creation;
    private boolean mustBeObject;

    void add(Edit added) {
        List<String> segments = added.segments();
        if (added instanceof Edit.Remove && segments.isEmpty()) {
            throw new IllegalArgumentException("the whole body cannot be removed");
        }
        EditDraft place = this;
        for (int i = 0; i < segments.size(); i++) {
            if (added instanceof Edit.Rename rename && i == segments.size() - 1) {
                place.addTarget(rename, segments.get(i));
            }
            place = place.child(segments.get(i));
        }
        if (added instanceof Edit.Rename && place == this) {
            throw new IllegalArgumentException("the whole body has no name that could be changed");
        }
        if (place.edit != null) {
            throw new IllegalArgumentException("two edits of the same path: " + added.path());
        }
        place.edit = added;
    }

    private void addTarget(Edit.Rename rename, String from) {
        if (from.equals(ANY) || rename.to().equals(ANY) || from.equals(rename.to())) {
            throw new IllegalArgumentException(
                    "a rename needs two different names, not *: " + rename.path() + " to " + rename.to());
        }
        for (EditDraft sibling : children.values()) {
            if (sibling.edit instanceof Edit.Rename other && other.to().equals(rename.to())) {
                throw new IllegalArgumentException("two members get the same name: " + rename.to());
            }
        }
        child(rename.to());
    }

    private EditDraft child(String segment) {
        if (segment.equals(ANY)) {
            any = any == null ? new EditDraft() : any;
            return any;
        }
        return children.computeIfAbsent(segment, name -> new EditDraft());
    }

    private boolean isLeaf() {
        return children.isEmpty() && any == null;
    }

    // Set, remove and replace consume the whole value; a rename keeps it.
    private boolean takesValue() {
        return edit != null && !(edit instanceof Edit.Rename);
    }

    /** Checks the whole tree and applies the edits of {@code *} to its sibling names. */
    void finish() {
        if (edit != null && takesValue() && !isLeaf()) {
            throw new IllegalArgumentException("nothing below " + edit.path() + " is left that could be edited");
        }
        for (EditDraft child : children.values()) {
            child.checkTarget(children);
            child.finish();
        }
        if (any != null) {
            any.finish();
            any.mustBeObject = false;
        }
        prepareCreation();
        if (any != null) {
            for (EditDraft child : children.values()) {
                child.overlay(any);
            }
        }
    }

    private void checkTarget(Map<String, EditDraft> siblings) {
        if (edit instanceof Edit.Rename rename) {
            EditDraft target = siblings.get(rename.to());
            if (target != null && (target.edit instanceof Edit.Set || target.edit instanceof Edit.Replace)) {
                throw new IllegalArgumentException("set or replaced and the target of a rename: " + rename.to());
            }
        }
    }

    private void prepareCreation() {
        if (edit instanceof Edit.Set set) {
            creation = set.value();
            return;
        }
        StringJoiner members = new StringJoiner(",", "{", "}");
        for (Map.Entry<String, EditDraft> child : children.entrySet()) {
            Json value = child.getValue().creation;
            if (value != null && !JsonPointer.isIndex(child.getKey())) {
                members.add(Json.string(child.getKey()) + ":" + value);
                mustBeObject = true;
            }
        }
        creation = mustBeObject && edit == null ? Json.parse(members.toString()) : null;
    }

    /** Adds the edits of {@code *} to a sibling name; the name's own edits take precedence. */
    private void overlay(EditDraft general) {
        if (takesValue()) {
            return;
        }
        if (general.edit != null) {
            if (edit != null || !isLeaf()) {
                throw new IllegalArgumentException(
                        "edits of a name, or of something below it, contradict " + general.edit.path());
            }
            edit = general.edit;
        }
        for (Map.Entry<String, EditDraft> child : general.children.entrySet()) {
            child(child.getKey()).overlayOrCopy(child.getValue());
        }
        if (general.any != null) {
            child(ANY).overlayOrCopy(general.any);
        }
    }

    private void overlayOrCopy(EditDraft general) {
        boolean fresh = edit == null && isLeaf();
        overlay(general);
        if (fresh) {
            creation = general.creation;
            mustBeObject = general.mustBeObject;
        }
    }

    /** The value to create if it is missing; null for none. */
    @Nullable Json creation() {
        return creation;
    }

    EditNode build() {
        List<EditNode> named = children.values().stream().map(EditDraft::build).toList();
        String[] names = children.keySet().toArray(String[]::new);
        Map<Integer, EditNode> indexed = new HashMap<>();
        List<EditNode.Addition> additions = new ArrayList<>();
        for (int i = 0; i < names.length; i++) {
            Json missing = Objects.requireNonNull(children.get(names[i])).creation;
            if (JsonPointer.isIndex(names[i])) {
                indexed.put(Integer.parseInt(names[i]), named.get(i));
            } else if (missing != null) {
                additions.add(new EditNode.Addition(i, new JsonMember(names[i], missing)));
            }
        }
        EditNode others = any == null ? null : any.build();
        return new EditNode(
                edit, JsonNames.of(names), named, Map.copyOf(indexed), others, List.copyOf(additions), mustBeObject);
    }
}
