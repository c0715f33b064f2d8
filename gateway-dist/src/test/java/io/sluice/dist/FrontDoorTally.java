package io.sluice.dist;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Results of a comparison: number of cases per outcome, and the shortest example of each unexplained difference. */
final class FrontDoorTally {

    private final Map<FrontDoorExplanation, Integer> explained = new EnumMap<>(FrontDoorExplanation.class);
    private final Map<String, String> unexplained = new TreeMap<>();
    private int cases;
    private int refused;
    private int refusedByServer;
    private int equal;

    void refused() {
        cases++;
        refused++;
    }

    void refusedByServer() {
        cases++;
        refusedByServer++;
    }

    /** Counts a case that goes on. */
    void compared(String example, List<FrontDoorDifference> differences) {
        cases++;
        boolean same = true;
        for (FrontDoorDifference difference : differences) {
            same = false;
            Optional<FrontDoorExplanation> explanation = difference.explanation();
            if (explanation.isPresent()) {
                explained.merge(explanation.get(), 1, Integer::sum);
            } else {
                unexplained.merge(
                        difference.label(), example, (before, now) -> now.length() < before.length() ? now : before);
            }
        }
        equal += same ? 1 : 0;
    }

    /** An example of each kind of difference that nothing explains. */
    Map<String, String> unexplained() {
        return unexplained;
    }

    /** Number of cases that both sides accepted and read alike. */
    int equal() {
        return equal;
    }

    @Override
    public String toString() {
        return cases + " cases, " + refused + " refused, " + refusedByServer + " refused by the server, " + equal
                + " equal, explained " + explained;
    }
}
