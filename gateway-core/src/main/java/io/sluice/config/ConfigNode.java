package io.sluice.config;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A YAML document as a tree whose nodes know their places. */
sealed interface ConfigNode {

    Place place();

    /** The possible types of a plain scalar; one in quotes is always a text. */
    enum Kind {
        TEXT,
        NUMBER,
        BOOLEAN,
        NULL,
        /** A reference to the environment could not be filled in; already reported. */
        UNKNOWN
    }

    /**
     * A value without parts.
     *
     * @param text as written, with the environment filled in
     */
    record Scalar(Place place, Kind kind, String text) implements ConfigNode {}

    record Sequence(Place place, List<ConfigNode> items) implements ConfigNode {}

    record Mapping(Place place, Map<String, Member> members) implements ConfigNode {

        static Mapping empty(Place place) {
            return new Mapping(place, Map.of());
        }
    }

    /**
     * One member of a mapping.
     *
     * @param keyPlace the place of the key
     */
    record Member(Place keyPlace, ConfigNode value) {}

    /** The value of a key, or null if the node is no mapping or has no such key. */
    default @Nullable ConfigNode get(String key) {
        Member member = this instanceof Mapping mapping ? mapping.members().get(key) : null;
        return member == null ? null : member.value();
    }

    /** What the node is, for messages. */
    default String description() {
        return switch (this) {
            case Sequence sequence -> "a list";
            case Mapping mapping -> "a mapping";
            case Scalar scalar -> scalar.kind() == Kind.NULL ? "nothing" : "'" + scalar.text() + "'";
        };
    }
}
