package io.sluice.filters.tenant.grammar;

import io.sluice.filters.search.Bound;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * What is allowed at one position of a body. An array stands for its elements: each of them is judged by the array's
 * rule, unless an object's rule says otherwise ({@link ObjectRule#orArrayOf}).
 */
public sealed interface Rule
        permits Rule.Any,
                Rule.Scalar,
                Rule.OneOf,
                Rule.Bounded,
                Rule.Few,
                Rule.Tallied,
                Rule.Measured,
                Rule.Built,
                Rule.Content,
                Rule.Kept,
                Rule.Refer,
                Rule.Denied,
                Rule.Left,
                Rule.Whole,
                ObjectRule {

    /** Anything; it is copied unseen. */
    record Any() implements Rule {}

    /** A string, number, boolean or null. */
    record Scalar() implements Rule {}

    /**
     * A string, number or boolean that is one of a few.
     *
     * @param words as {@link io.sluice.api.JsonCursor#text} gives them
     * @param why one clause that says why no other is allowed
     */
    record OneOf(Set<String> words, String why) implements Rule {
        public OneOf {
            words = Set.copyOf(words);
        }
    }

    /**
     * A string, number or boolean within a bound, or null, which stands for what the server takes without one.
     *
     * @param within decides on {@link io.sluice.api.JsonCursor#text}
     * @param bound for the documentation, such as {@code at most 5}
     * @param why one clause that says why nothing else is allowed
     */
    record Bounded(Predicate<String> within, String bound, String why) implements Rule {}

    /** A string that refers to something. */
    record Refer(Reference to) implements Rule {}

    /**
     * Nothing: the body is refused.
     *
     * @param why one clause for the client and for the documentation
     */
    record Denied(String why) implements Rule {}

    /** Anything; it is left out. */
    record Left() implements Rule {}

    /**
     * An object that is wrapped or unwrapped.
     *
     * @param as role of the object
     * @param inner rule of the object
     */
    record Whole(Frame as, ObjectRule inner) implements Rule {}

    Rule ANY = new Any();
    Rule SCALAR = new Scalar();
    Rule LEFT_OUT = new Left();

    static Rule to(Reference reference) {
        return new Refer(reference);
    }

    static Rule oneOf(String why, String... words) {
        return new OneOf(Set.of(words), why);
    }

    /** A scalar within a bound. */
    static Rule within(Bound bound, String why) {
        return new Bounded(bound.within(), bound.text(), why);
    }

    /** A number that is not above a bound. */
    static Rule atMost(long most, String why) {
        return within(Bound.atMost(most), why);
    }

    /** A few of the same; an array has so many elements at most. */
    record Few(Rule each, int most, String why) implements Rule {}

    /** A value, or elements of an array, which are counted wherever they stand. */
    record Tallied(Rule each, Tally tally) implements Rule {}

    /**
     * A scalar that counts by its text wherever it stands.
     *
     * @param size how much a text counts
     */
    record Measured(Rule each, ToIntFunction<String> size, Tally together) implements Rule {}

    /**
     * A scalar by which a part grows that a server builds anew wherever it is named, or that names such parts. The part's name is that of the
     * object whose member this is.
     *
     * @param size how much a text adds to its part; null if the text names parts
     * @param together of all parts, each as often as it is named
     */
    record Built(Rule each, @Nullable ToIntFunction<String> size, Tally together) implements Rule {}

    /**
     * Anything that is not too much. None of its texts may be so long that it is not decoded.
     *
     * @param values it and all inside it
     * @param characters of the names and texts
     */
    record Content(Tally values, Tally characters) implements Rule {}

    /**
     * An object that another rule judges, and that is not too much.
     *
     * @param inside all that stands in it
     */
    record Kept(Rule each, Content inside) implements Rule {}

    static Rule denied(String why) {
        return new Denied(why);
    }
}
