package io.sluice.filters.tenant.body;

import static io.sluice.filters.tenant.body.Vocabulary.object;

import io.sluice.filters.search.DeepText;
import io.sluice.filters.search.GeoShapes;
import io.sluice.filters.search.SearchBounds;
import io.sluice.filters.tenant.grammar.ObjectRule;
import io.sluice.filters.tenant.grammar.Rule;
import io.sluice.filters.tenant.grammar.Tally;

/** Grammar of places and shapes in queries and sorts. Stateless. */
final class PlaceGrammar {
    private static final int FEW = 10;
    private static final int LONGEST = 10;
    private static final Tally CORNERS = tally(SearchBounds.MOST_IN_SHAPES, SearchBounds.WHY_FEW_IN_SHAPES);
    private static final Rule TEXT = counted(Rule.within(
            DeepText.SHAPE, "a server's parser calls itself for each level, and a node ends whose stack is used up"));

    /** Places, or what a shape is made of. */
    static final Rule PLACES =
            new Rule.Content(CORNERS, tally(LONGEST * SearchBounds.MOST_IN_SHAPES, SearchBounds.WHY_FEW_IN_SHAPES));

    /** The points from which hits are sorted by distance. */
    static final Rule POINTS = new Rule.Content(
            tally(SearchBounds.MOST_IN_POINTS, SearchBounds.WHY_FEW_POINTS),
            tally(LONGEST * SearchBounds.MOST_IN_POINTS, SearchBounds.WHY_FEW_POINTS));

    /** A shape on a plane. */
    static final Rule PLANE_SHAPE = object().others(PLACES).orElse(TEXT);

    /** A shape on the globe. */
    static final Rule GLOBE_SHAPE = globeShape();

    private PlaceGrammar() {}

    private static Tally tally(int most, String why) {
        return new Tally(most, FEW * most, why);
    }

    private static Rule globeShape() {
        ObjectRule shape = object(Rule.SCALAR, "radius").key(PLACES, "crs");
        Rule within = Rule.within(
                GeoShapes.SHAPE,
                "a server cuts a line wherever it comes around the globe, and keeps all of it in memory");
        return shape.others(shape).orElse(counted(within));
    }

    private static Rule counted(Rule each) {
        return new Rule.Measured(each, text -> Math.max(1, text.length() / LONGEST), CORNERS);
    }
}
