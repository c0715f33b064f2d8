package io.sluice.filters.tenant.answer;

import io.sluice.filters.match.Glob;
import io.sluice.filters.tenant.answer.AnswerPlace.Holds;
import io.sluice.filters.tenant.endpoint.AnswerKind;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Tells whether paths that exclude members leave nothing of what parts of documents are known by, though they leave the part. A server drops a
 * member that a path matches with all below it, and an object of which nothing is left. It is walked down with all segments that may be next, as a
 * server does. For one value; not thread-safe.
 */
final class HiddenParts {

    /** What is always in the position of a part. */
    private static final List<String> POSITION = List.of("field", "offset");

    private static final int ALL = (1 << POSITION.size()) - 1;

    private static final int MOST_SEGMENTS = 62;
    private static final int MOST_STATES = 2000;
    private static final int MOST_PATTERNS = 6;

    private final AnswerPlace root;
    private int hidden;

    HiddenParts(AnswerKind kind) {
        this.root = AnswerPlace.of(kind);
    }

    /** Adds an excluding path; whether all paths together may hide the position of a part that is shown. */
    boolean mayHide(AnswerPattern path) {
        List<String> segments = path.segments();
        if (segments.size() > MOST_SEGMENTS) {
            return true;
        }
        Walk walk = new Walk(segments.stream().map(AnswerPattern::name).toList());
        walk.into(root, 1);
        hidden |= walk.hidden;
        return hidden == ALL;
    }

    /** A place with the segments, as bits, that match its members next. */
    private record State(AnswerPlace place, long next) {}

    /** One path, taken into all places of an answer. */
    private static final class Walk {
        private final List<String> segments;
        private final long end;
        private final boolean hidesAll;
        private final Set<State> known = new HashSet<>();
        private int hidden;

        Walk(List<String> segments) {
            this.segments = segments;
            this.end = 1L << segments.size();
            this.hidesAll = isAny(segments.getLast());
        }

        void into(AnswerPlace place, long next) {
            if (next == 0 || !known.add(new State(place, next))) {
                return;
            }
            if (known.size() > MOST_STATES) {
                hidden = ALL;
            } else if (place.holds() == Holds.SIGN) {
                for (int i = 0; i < POSITION.size(); i++) {
                    hidden |= (behind(next, POSITION.get(i)) & end) == 0 ? 0 : 1 << i;
                }
            } else {
                place.forEachMember((name, member) -> {
                    if (name == null) {
                        named(member, next);
                    } else {
                        reach(member, behind(next, name));
                    }
                });
            }
        }

        private void reach(AnswerPlace member, long next) {
            if ((next & end) == 0) {
                into(member, next);
            } else if (member.holds() == Holds.SIGN && !hidesAll) {
                // Otherwise the part is hidden as well.
                hidden = ALL;
            }
        }

        // The client may have chosen a name that a segment says, or one that any of the patterns match.
        private void named(AnswerPlace member, long next) {
            long patterns = 0;
            long always = 0;
            for (int i = 0; i < segments.size(); i++) {
                String segment = segments.get(i);
                if ((next & 1L << i) == 0) {
                    continue;
                }
                if (isAny(segment)) {
                    always |= behind(1L << i, "");
                } else if (segment.indexOf('*') >= 0) {
                    patterns |= 1L << i;
                } else {
                    reach(member, behind(next, segment));
                }
            }
            if (Long.bitCount(patterns) > MOST_PATTERNS) {
                hidden = ALL;
                return;
            }
            for (long matching = patterns; matching >= 0; matching = matching == 0 ? -1 : matching - 1 & patterns) {
                reach(member, always | matching << 1);
            }
        }

        /** The segments that come next behind a member. */
        private long behind(long from, String name) {
            long next = 0;
            for (int i = 0; i < segments.size(); i++) {
                if ((from & 1L << i) != 0) {
                    String segment = segments.get(i);
                    next |= isAny(segment) || Glob.matches(segment, name) ? 1L << i + 1 : 0;
                    next |= segment.equals(AnswerPattern.ANY_DEPTH) ? 1L << i : 0;
                }
            }
            return next;
        }

        private static boolean isAny(String segment) {
            return segment.equals(AnswerPattern.ANY) || segment.equals(AnswerPattern.ANY_DEPTH);
        }
    }
}
