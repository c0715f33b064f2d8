package io.sluice.filters.tenant.grammar;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The nested objects among which the parts of a body look. A server joins a nested object with the next document behind it that lies on
 * the outer path. Where the inner path does not lie below the outer one, that document may be of anybody: its values are shown, whosever
 * they are. The members of an object come in any order, so a path waits for the outer one where that has not come yet. For one body at a
 * time; an object is named by its depth.
 */
final class NestedScopes {

    /** So many paths wait for one; no request of an application has as many. */
    private static final int MOST_WAITING = 1000;

    private static final String ROOT = "";

    private @Nullable Scope[] scopes = {};

    /** A path that was written inside a scope whose own path is not known; {@code back} is true where it leads to what is around it. */
    private record Waiting(String path, boolean back) {

        boolean fits(String outer) {
            return back ? outer.equals(path) || isBelow(outer, path) : isBelow(path, outer);
        }
    }

    private static final class Scope {

        private final List<Waiting> waiting = new ArrayList<>();
        private @Nullable String path;
    }

    /** An object begins that may have a path. */
    void open(int depth) {
        if (depth >= scopes.length) {
            scopes = Arrays.copyOf(scopes, Math.max(depth + 1, scopes.length * 2));
        }
        scopes[depth] = new Scope();
    }

    /** The object ends, and with it what lies in it. */
    void close(int depth) {
        if (depth < scopes.length) {
            Arrays.fill(scopes, depth, scopes.length, null);
        }
    }

    /** The object at this depth leads back to the documents themselves, unless it has a path. */
    void leave(int depth) {
        Scope scope = scope(depth);
        if (scope != null) {
            scope.path = ROOT;
        }
    }

    /**
     * The object at this depth looks among the nested objects on the path.
     *
     * @return false if it must not
     */
    boolean enter(int depth, String path) {
        Scope scope = scope(depth);
        return scope != null && scope.path == null && suits(depth, new Waiting(path, false)) && settle(scope, path);
    }

    /**
     * The object at this depth leads back to the nested objects on the path.
     *
     * @return false if it must not
     */
    boolean back(int depth, String path) {
        Scope scope = scope(depth);
        return scope != null && ROOT.equals(scope.path) && suits(depth, new Waiting(path, true)) && settle(scope, path);
    }

    // There is none where a list stands around what should stand there alone.
    private @Nullable Scope scope(int depth) {
        return depth >= 0 && depth < scopes.length ? scopes[depth] : null;
    }

    // The nearest path around it says; one that is not known yet may come between them.
    private boolean suits(int depth, Waiting inner) {
        for (int i = depth - 1; i >= 0; i--) {
            Scope around = scopes[i];
            if (around == null) {
                continue;
            }
            if (around.path != null) {
                return inner.fits(around.path);
            }
            if (around.waiting.size() == MOST_WAITING) {
                return false;
            }
            around.waiting.add(inner);
        }
        return true;
    }

    private static boolean settle(Scope scope, String path) {
        scope.path = path;
        return scope.waiting.stream().allMatch(inner -> inner.fits(path));
    }

    private static boolean isBelow(String path, String outer) {
        return outer.isEmpty() || path.startsWith(outer) && path.startsWith(".", outer.length());
    }
}
