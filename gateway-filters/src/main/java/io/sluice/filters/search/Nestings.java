package io.sluice.filters.search;

import io.sluice.api.JsonCursor;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Counts the objects within each other that have a {@link Nesting}. Members come in any order, so what an object has
 * itself may be known before or after what stands inside it. For one body at a time; an object is identified by its
 * depth.
 */
public final class Nestings {

    private @Nullable Level[] levels = {};

    private static final class Level {

        private final List<Nesting> bounds;
        private final int[] own;
        /** The most within each other that stand inside the object and have ended. */
        private final int[] inside;

        Level(List<Nesting> bounds) {
            this.bounds = bounds;
            this.own = new int[bounds.size()];
            this.inside = new int[bounds.size()];
        }
    }

    /** Starts an object with bounds; all such objects of a body have the same. */
    public void open(int depth, List<Nesting> bounds) {
        if (depth >= levels.length) {
            levels = Arrays.copyOf(levels, Math.max(depth + 1, levels.length * 2));
        }
        levels[depth] = new Level(bounds);
    }

    /** Counts a member of the object at a depth; the bound that is exceeded with it, null if none is. */
    public @Nullable Nesting exceeded(int depth, JsonCursor member) {
        Level level = levels[depth];
        for (int i = 0; level != null && i < level.bounds.size(); i++) {
            if (level.bounds.get(i).isAt(member)) {
                level.own[i]++;
                if (around(depth, i) + level.own[i] + level.inside[i]
                        > level.bounds.get(i).most()) {
                    return level.bounds.get(i);
                }
            }
        }
        return null;
    }

    private int around(int depth, int bound) {
        int around = 0;
        for (int i = 0; i < depth; i++) {
            Level level = levels[i];
            around += level == null ? 0 : level.own[bound];
        }
        return around;
    }

    /** Ends the object and everything inside it. */
    public void close(int depth) {
        if (depth >= levels.length) {
            return;
        }
        Level ended = levels[depth];
        Level outer = outer(depth);
        for (int i = 0; ended != null && outer != null && i < ended.own.length; i++) {
            outer.inside[i] = Math.max(outer.inside[i], ended.own[i] + ended.inside[i]);
        }
        Arrays.fill(levels, depth, levels.length, null);
    }

    private @Nullable Level outer(int depth) {
        for (int i = depth - 1; i >= 0; i--) {
            if (levels[i] != null) {
                return levels[i];
            }
        }
        return null;
    }
}
