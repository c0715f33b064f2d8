package io.sluice.mirror;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.sluice.json.WalkedPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Finds where two bodies differ, and tells the first few places. For one comparison. */
final class DifferentPlaces {
    private static final int MOST = 5;
    private static final int LONGEST = 200;

    private final Set<String> ignored;
    private final WalkedPath path = new WalkedPath();
    private final List<String> told = new ArrayList<>();

    /** @param ignored members that are not compared */
    DifferentPlaces(Set<String> ignored) {
        this.ignored = ignored;
    }

    /** The first places, shortened. */
    List<String> told() {
        return told;
    }

    /** Something else differs than bodies. */
    void add(String what) {
        told.add(what);
    }

    /** Whether the values differ. The walk ends at a difference once enough are told. */
    boolean differ(JsonNode a, JsonNode b) {
        if (a.isObject() && b.isObject()) {
            return membersDiffer(a, b);
        }
        if (a.isArray() && b.isArray() && a.size() == b.size()) {
            return elementsDiffer(a, b);
        }
        if (a.equals(b)) {
            return false;
        }
        if (told.size() < MOST) {
            String pointer = path.pointer(LONGEST);
            told.add(pointer.isEmpty() ? "body" : pointer);
        }
        return true;
    }

    /** As {@link #differ}, for a member or an element of where the walk is. */
    boolean differAt(String name, JsonNode a, JsonNode b) {
        path.enter(name);
        boolean differ = differ(a, b);
        path.leave();
        return differ;
    }

    /** As {@link #differ}, for an item of a bulk. */
    boolean differInItem(int item, JsonNode a, JsonNode b) {
        path.enter("items");
        boolean differ = differAt(Integer.toString(item), a, b);
        path.leave();
        return differ;
    }

    private boolean membersDiffer(JsonNode a, JsonNode b) {
        Set<String> names = new TreeSet<>();
        a.fieldNames().forEachRemaining(names::add);
        b.fieldNames().forEachRemaining(names::add);
        names.removeAll(ignored);
        boolean differ = false;
        for (String name : names) {
            differ |= differAt(name, member(a, name), member(b, name));
            if (differ && told.size() >= MOST) {
                break;
            }
        }
        return differ;
    }

    private boolean elementsDiffer(JsonNode a, JsonNode b) {
        boolean differ = false;
        for (int i = 0; i < a.size() && !(differ && told.size() >= MOST); i++) {
            differ |= differAt(Integer.toString(i), a.get(i), b.get(i));
        }
        return differ;
    }

    private static JsonNode member(JsonNode object, String name) {
        JsonNode member = object.get(name);
        return member == null ? MissingNode.getInstance() : member;
    }
}
