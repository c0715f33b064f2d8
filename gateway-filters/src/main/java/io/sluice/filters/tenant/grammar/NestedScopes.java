package io.sluice.filters.tenant.grammar;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tracks the paths of nested objects that the parts of a body search. A server joins a nested object with the next
 * document after it on the outer path. If the inner path is not below the outer one, that document may belong to any
 * tenant, and its values are shown. Members of an object come in any order, so a path waits until the outer one is
 * known. For one body at a time; an object is identified by its depth.
 */
final class NestedScopes {

    /** Maximum number of paths that wait for an outer one; far more than applications use. */
    private static final int MOST_WAITING = 1000;

    private static final String ROOT = "";

    private @Nullable Scope[] scopes = {};

    /** A path inside a scope whose own path is still unknown; {@code back} if it leads back to an outer path. */
    private record Waiting(String path, boolean back) {

        boolean fits(String outer) {
            return back ? outer.equals(path) || isBelow(outer, path) : isBelow(path, outer);
        }
    }

    private static final class Scope {

        private final List<Waiting> waiting = new ArrayList<>();
        private @Nullable String path;
    }

    /** Starts an object that may have a path. */
    void open(int depth) {
        if (depth >= scopes.length) {
            scopes = Arrays.copyOf(scopes, Math.max(depth + 1, scopes.length * 2));
        }
        scopes[depth] = new Scope();
    }

    /** Ends the object and everything inside it. */
    void close(int depth) {
        if (depth < scopes.length) {
            Arrays.fill(scopes, depth, scopes.length, null);
        }
    }

    /** The object at this depth leads back to the root documents, unless it has a path. */
    void leave(int depth) {
        Scope scope = scope(depth);
        if (scope != null) {
            scope.path = ROOT;
        }
    }

    /**
     * The object at this depth searches the nested objects on the path.
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

    // There is no scope if a list surrounds what must be a single object.
    private @Nullable Scope scope(int depth) {
        return depth >= 0 && depth < scopes.length ? scopes[depth] : null;
    }

    // The nearest outer path decides; scopes in between whose path is unknown must check it later.
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
