package io.sluice.config;

import io.sluice.api.Key;
import io.sluice.api.PathPattern;
import io.sluice.api.RequestHead;
import java.util.List;
import java.util.regex.Pattern;

/** The requests of a route: any of the methods and any of the paths; an empty list stands for a key that is left out, and means all. */
public record MatchConfig(
        @Key(value = "methods in upper case; left out: all", some = true)
        List<String> methods,

        @Key(value = "path patterns as /{index}/_bulk; left out: all", some = true)
        List<PathPattern> paths) {

    private static final Pattern METHOD = Pattern.compile("[A-Z]{1,20}");

    public MatchConfig {
        methods = List.copyOf(methods);
        paths = List.copyOf(paths);
        for (String method : methods) {
            Checks.check(
                    METHOD.matcher(method).matches(),
                    "a method is written in upper case, like GET, not '" + method + "'");
        }
        Checks.check(!methods.isEmpty() || !paths.isEmpty(), "a match needs methods or paths");
    }

    /** Whether the request matches. */
    public boolean matches(RequestHead head) {
        if (!methods.isEmpty() && !methods.contains(head.method())) {
            return false;
        }
        if (paths.isEmpty()) {
            return true;
        }
        for (PathPattern path : paths) {
            if (path.matches(head.target())) {
                return true;
            }
        }
        return false;
    }
}
