package io.sluice.filters.queryguard;

import io.sluice.api.JsonCursor;
import io.sluice.api.JsonNames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A place of a body: what stands there, and which places its members are. An array is the same place as its elements,
 * unless said otherwise. Made by
 * {@link Places}; immutable once sealed.
 */
final class Place {

    private static final int NAMES_AT_ONCE = 64;

    private final Role role;
    private final Map<String, Place> members = new LinkedHashMap<>();
    private final List<JsonNames> names = new ArrayList<>();
    private final List<Place> targets = new ArrayList<>();
    private Place others;
    private Place elements;

    /** A place whose unnamed members are places like itself. */
    Place(Role role) {
        this.role = role;
        this.others = this;
        this.elements = this;
    }

    Place(Role role, Place others) {
        this.role = role;
        this.others = others;
        this.elements = this;
    }

    /** Says where the members with these names lead. */
    Place to(Place member, String... named) {
        for (String name : named) {
            members.put(name, member);
        }
        return this;
    }

    /** Adds all named members of another place. */
    Place toAllOf(Place other) {
        members.putAll(other.members);
        return this;
    }

    /** Adds the named members of another place whose names this one lacks. */
    Place toMissingOf(Place other) {
        other.members.forEach(members::putIfAbsent);
        return this;
    }

    /** Adds some of the members of another place, which has them all. */
    Place toSomeOf(Place other, String... named) {
        for (String name : named) {
            members.put(name, Objects.requireNonNull(other.members.get(name)));
        }
        return this;
    }

    /** Says that the elements of an array are not what the array is where it is an object. */
    Place elements(Place place) {
        elements = place;
        return this;
    }

    Place others(Place place) {
        others = place;
        return this;
    }

    /** Prepares the names for being looked up. */
    void seal() {
        List<String> all = List.copyOf(members.keySet());
        for (int i = 0; i < all.size(); i += NAMES_AT_ONCE) {
            names.add(JsonNames.of(
                    all.subList(i, Math.min(all.size(), i + NAMES_AT_ONCE)).toArray(String[]::new)));
        }
        targets.addAll(members.values());
    }

    Role role() {
        return role;
    }

    Place element() {
        return elements;
    }

    /** The place of the member that the cursor stands on. */
    Place member(JsonCursor at) {
        for (int i = 0; i < names.size(); i++) {
            int position = at.nameIn(names.get(i));
            if (position >= 0) {
                return targets.get(i * NAMES_AT_ONCE + position);
            }
        }
        return others;
    }
}
