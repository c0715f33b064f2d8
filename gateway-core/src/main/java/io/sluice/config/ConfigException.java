package io.sluice.config;

import java.util.List;
import java.util.stream.Collectors;

/** A configuration that cannot be used; carries every problem that was found. */
public final class ConfigException extends Exception {

    private static final long serialVersionUID = 1L;

    private final transient List<Problem> problems;

    public ConfigException(List<Problem> problems) {
        super(problems.stream().map(Problem::toString).collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
    }

    /** In the order of the file; at least one. */
    public List<Problem> problems() {
        return problems;
    }
}
