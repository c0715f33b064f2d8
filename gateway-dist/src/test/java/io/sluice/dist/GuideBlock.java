package io.sluice.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Commands of a guide, and lines that they print.
 *
 * @param commands the lines of a block {@code sh}
 * @param shown the lines of the block {@code text} behind it, with {@code ...} for what differs
 */
record GuideBlock(List<String> commands, List<String> shown) {

    private static final String FENCE = "```";

    /** Those of a page, in its order. */
    static List<GuideBlock> of(Path page) throws IOException {
        List<GuideBlock> blocks = new ArrayList<>();
        List<String> into = null;
        for (String line : Files.readAllLines(page)) {
            if (line.startsWith(FENCE)) {
                into = into == null ? open(line.substring(FENCE.length()), blocks) : null;
            } else if (into != null) {
                into.add(line);
            }
        }
        return blocks;
    }

    private static List<String> open(String language, List<GuideBlock> blocks) {
        return switch (language) {
            case "sh" -> {
                blocks.add(new GuideBlock(new ArrayList<>(), new ArrayList<>()));
                yield blocks.getLast().commands;
            }
            case "text" -> blocks.getLast().shown;
            default -> new ArrayList<>();
        };
    }

    /** The lines of the second block that the output does not have; each must begin and end as a line of the output does. */
    List<String> missing(String output) {
        return shown.stream()
                .filter(line -> output.lines().noneMatch(pattern(line).asMatchPredicate()))
                .toList();
    }

    private static Pattern pattern(String line) {
        return Pattern.compile(Stream.of(line.strip().split("\\.\\.\\.", -1))
                .map(Pattern::quote)
                .collect(Collectors.joining(".*", "\\s*", "\\s*")));
    }
}
