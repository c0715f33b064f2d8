package io.sluice.filters.tenant.body;

import static io.sluice.filters.tenant.body.Vocabulary.object;

import io.sluice.filters.search.Bound;
import io.sluice.filters.search.DeepText;
import io.sluice.filters.search.GeoShapes;
import io.sluice.filters.search.SearchBounds;
import io.sluice.filters.tenant.grammar.ObjectRule;
import io.sluice.filters.tenant.grammar.Rule;
import io.sluice.filters.tenant.grammar.Tally;

/** Grammar of places and shapes in queries and sorts. Stateless. */
final class PlaceGrammar {
    private static final Tally CORNERS = Tally.ofSearch(
                    SearchBounds.MOST_IN_SHAPES, "numbers in all its shapes and places")
            .because("a server compares each document with all edges of a shape");
    private static final Tally ALL_POINTS = Tally.ofSearch(
                    SearchBounds.MOST_IN_POINTS, "numbers and texts in the points of its sorts by distance")
            .because("a server makes room for each point and each place of a document");

    /** Places, or what a shape is made of. */
    static final Rule PLACES = ofNumbers(new Rule.Measured(Rule.SCALAR, GeoShapes::size, CORNERS));

    /** The points from which hits are sorted by distance. */
    static final Rule POINTS = ofNumbers(new Rule.Tallied(Rule.SCALAR, ALL_POINTS));

    /** A shape on a plane. */
    static final Rule PLANE_SHAPE = object().others(PLACES)
            .orElse(corner(
                    DeepText.SHAPE,
                    "a server's parser calls itself for each level, and a node ends whose stack is used up"));

    /** A shape on the globe. */
    static final Rule GLOBE_SHAPE = ofNumbers(
            object(Rule.SCALAR, "radius").key(PLACES, "crs"),
            corner(
                    GeoShapes.SHAPE,
                    "a server cuts a line wherever it comes around the globe, and keeps all of it in memory"));

    private PlaceGrammar() {}

    private static Rule corner(Bound bound, String why) {
        return new Rule.Measured(Rule.within(bound, why + "; it must be a " + bound.text()), GeoShapes::size, CORNERS);
    }

    private static Rule ofNumbers(Rule number) {
        return ofNumbers(object(), number);
    }

    /** Objects within each other and lists, of which each number and text is judged. */
    private static Rule ofNumbers(ObjectRule object, Rule number) {
        return object.others(object).orElse(number);
    }
}
