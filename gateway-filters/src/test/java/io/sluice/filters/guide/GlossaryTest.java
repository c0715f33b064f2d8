package io.sluice.filters.guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class GlossaryTest {
    /** A class with the end of its package, as in {@code tenant.mapping.MappingRules}. */
    private static final Pattern CLASS = Pattern.compile("`((?:[a-z]+\\.)+[A-Z]\\w+)`");

    @Test
    void namesClassesThatAreThere() throws IOException {
        List<String> sources = sources();
        List<String> named = CLASS.matcher(Files.readString(MarkdownBlock.DOCS.resolve("glossary.md")))
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();

        assertThat(named).hasSizeGreaterThan(20);
        assertThat(named)
                .filteredOn(name -> sources.stream().noneMatch(file -> file.endsWith(name.replace('.', '/') + ".java")))
                .isEmpty();
    }

    private static List<String> sources() throws IOException {
        List<String> sources = new ArrayList<>();
        try (DirectoryStream<Path> modules = Files.newDirectoryStream(Path.of(".."), "gateway-*")) {
            for (Path module : modules) {
                Path main = module.resolve("src/main/java");
                try (Stream<Path> files = Files.isDirectory(main) ? Files.walk(main) : Stream.empty()) {
                    files.map(Path::toString).forEach(sources::add);
                }
            }
        }
        return sources;
    }
}
