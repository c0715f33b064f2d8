package io.sluice.bench.load.request;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * A text with holes, a variable's name in braces after a dollar sign; two dollar signs stand for one. A name used twice in one rendering has the
 * same value.
 */
final class Template {
    private final List<Part> parts = new ArrayList<>();

    private sealed interface Part {}

    private record Text(String text) implements Part {}

    private record Hole(String name, Function<RandomGenerator, String> source) implements Part {}

    /** @throws IllegalArgumentException if a hole is not closed or names no variable */
    Template(String text, Variables variables) {
        StringBuilder literal = new StringBuilder();
        int at = 0;
        for (int hole = text.indexOf("${"); hole >= 0; hole = text.indexOf("${", at)) {
            if (hole > at && text.charAt(hole - 1) == '$') {
                literal.append(text, at, hole - 1).append("${");
                at = hole + 2;
                continue;
            }
            int end = text.indexOf('}', hole);
            String name = end < 0 ? "" : text.substring(hole + 2, end);
            Function<RandomGenerator, String> source = variables.find(name);
            if (source == null) {
                throw new IllegalArgumentException("no variable '" + name + "' for " + text.strip());
            }
            literal.append(text, at, hole);
            parts.add(new Text(literal.toString()));
            parts.add(new Hole(name, source));
            literal.setLength(0);
            at = end + 1;
        }
        parts.add(new Text(literal.append(text.substring(at)).toString()));
    }

    /** Appends one rendering. */
    void render(RandomGenerator random, StringBuilder to) {
        Map<String, String> drawn = parts.size() > 3 ? new HashMap<>() : Map.of();
        for (Part part : parts) {
            switch (part) {
                case Text literal -> to.append(literal.text);
                case Hole hole ->
                    to.append(
                            parts.size() > 3
                                    ? drawn.computeIfAbsent(hole.name, name -> hole.source.apply(random))
                                    : hole.source.apply(random));
            }
        }
    }
}
