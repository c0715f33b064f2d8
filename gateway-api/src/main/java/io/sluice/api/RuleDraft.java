package io.sluice.api;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** Builder of a {@link RuleNode}: add all rules, call {@link #finish} once, then build. */
final class RuleDraft {

    private static final String ANY = "*";

    private final Map<String, RuleDraft> children = new LinkedHashMap<>();
    private @Nullable RuleDraft any;
    private @Nullable JsonRule rule;
    private @Nullable Json creation;
    private boolean mustBeObject;

    void add(JsonRule added) {
        List<String> segments = JsonPointer.segments(added.pointer());
        if (added instanceof JsonRule.Remove && segments.isEmpty()) {
            throw new IllegalArgumentException("the whole body cannot be removed");
        }
        RuleDraft place = this;
        for (int i = 0; i < segments.size(); i++) {
            if (added instanceof JsonRule.Rename rename && i == segments.size() - 1) {
                place.addTarget(rename, segments.get(i));
            }
            place = place.child(segments.get(i));
        }
        if (added instanceof JsonRule.Rename && place == this) {
            throw new IllegalArgumentException("the whole body has no name that could be changed");
        }
        if (place.rule != null) {
            throw new IllegalArgumentException("two edits of the same path: " + added.pointer());
        }
        place.rule = added;
    }

    private void addTarget(JsonRule.Rename rename, String from) {
        if (from.equals(ANY) || rename.to().equals(ANY) || from.equals(rename.to())) {
            throw new IllegalArgumentException(
                    "a rename needs two different names, not *: " + rename.pointer() + " to " + rename.to());
        }
        child(rename.to());
    }

    private RuleDraft child(String segment) {
        if (segment.equals(ANY)) {
            any = any == null ? new RuleDraft() : any;
            return any;
        }
        return children.computeIfAbsent(segment, name -> new RuleDraft());
    }

    private boolean isLeaf() {
        return children.isEmpty() && any == null;
    }

    // Set, remove and replace consume the whole value; a rename keeps it, and a decision may.
    private boolean takesValue() {
        return rule != null && !(rule instanceof JsonRule.Rename || rule instanceof JsonRule.Decide);
    }

    /** Checks the whole tree and applies the edits of {@code *} to its sibling names. */
    void finish() {
        refuseEditsBelowTaken();
        requireObjects();
        creation = missing();
        spread();
    }

    private void refuseEditsBelowTaken() {
        if (rule != null && takesValue() && !isLeaf()) {
            throw new IllegalArgumentException("nothing below " + rule.pointer() + " is left that could be edited");
        }
        children.values().forEach(RuleDraft::refuseEditsBelowTaken);
        if (any != null) {
            any.refuseEditsBelowTaken();
        }
    }

    /** Notes where something is set inside a value that names alone lead to. Returns whether a missing value here is made. */
    private boolean requireObjects() {
        for (Map.Entry<String, RuleDraft> child : children.entrySet()) {
            mustBeObject |= child.getValue().requireObjects() && !JsonPointer.isIndex(child.getKey());
        }
        return rule instanceof JsonRule.Set || rule == null && mustBeObject;
    }

    /** The value that takes the place of a missing one; null for none. An asterisk matches nothing in it. */
    private @Nullable Json missing() {
        if (rule != null) {
            return rule instanceof JsonRule.Set set ? set.value() : null;
        }
        StringJoiner members = new StringJoiner(",", "{", "}").setEmptyValue("");
        for (Map.Entry<String, RuleDraft> child : children.entrySet()) {
            Json value = child.getValue().missing();
            if (value != null && !JsonPointer.isIndex(child.getKey())) {
                members.add(Json.string(child.getKey()) + ":" + value);
            }
        }
        return members.length() == 0 ? null : Json.parse(members.toString());
    }

    /**
     * Adds the edits of each {@code *} to the names beside it, from the root on: what one brings has further asterisks, which meet the
     * names below.
     */
    private void spread() {
        for (RuleDraft child : children.values()) {
            child.creation = child.missing();
            if (any != null) {
                child.overlay(any);
            }
        }
        checkTargets();
        children.values().forEach(RuleDraft::spread);
        if (any != null) {
            any.spread();
        }
    }

    private void checkTargets() {
        Set<String> targets = new HashSet<>();
        for (RuleDraft child : children.values()) {
            if (child.rule instanceof JsonRule.Rename rename) {
                if (!targets.add(rename.to())) {
                    throw new IllegalArgumentException("two members get the same name: " + rename.to());
                }
                JsonRule there = Objects.requireNonNull(children.get(rename.to())).rule;
                if (there instanceof JsonRule.Set || there instanceof JsonRule.Replace) {
                    throw new IllegalArgumentException("set or replaced and the target of a rename: " + rename.to());
                }
            }
        }
    }

    /** Adds the edits of {@code *} to a sibling name; the name's own edits take precedence. */
    private void overlay(RuleDraft general) {
        if (takesValue()) {
            return;
        }
        if (general.rule != null) {
            if (rule != null || !isLeaf()) {
                throw new IllegalArgumentException(
                        "edits of a name, or of something below it, contradict " + general.rule.pointer());
            }
            rule = general.rule;
        }
        general.children.forEach((name, below) -> child(name).overlay(below));
        if (general.any != null) {
            child(ANY).overlay(general.any);
        }
    }

    /** The value to create if it is missing; null for none. */
    @Nullable Json creation() {
        return creation;
    }

    RuleNode build() {
        List<RuleNode> named = children.values().stream().map(RuleDraft::build).toList();
        String[] names = children.keySet().toArray(String[]::new);
        Map<Integer, RuleNode> indexed = new HashMap<>();
        List<RuleNode.Addition> additions = new ArrayList<>();
        for (int i = 0; i < names.length; i++) {
            Json missing = Objects.requireNonNull(children.get(names[i])).creation;
            if (JsonPointer.isIndex(names[i])) {
                indexed.put(Integer.parseInt(names[i]), named.get(i));
            } else if (missing != null) {
                additions.add(new RuleNode.Addition(i, new JsonMember(names[i], missing)));
            }
        }
        RuleNode others = any == null ? null : any.build();
        return new RuleNode(
                rule, JsonNames.of(names), named, Map.copyOf(indexed), others, List.copyOf(additions), mustBeObject);
    }
}
