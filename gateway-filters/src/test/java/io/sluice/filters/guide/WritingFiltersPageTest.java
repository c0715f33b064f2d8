package io.sluice.filters.guide;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.RequestPlan;
import io.sluice.api.ResponsePlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class WritingFiltersPageTest {

    private static final Path PAGE = MarkdownBlock.DOCS.resolve("writing-filters.md");
    private static final Path SOURCES = Path.of("src/test/java/io/sluice/filters/guide");

    private static List<MarkdownBlock> javaBlocks() throws IOException {
        return MarkdownBlock.of(PAGE).stream()
                .filter(block -> block.language().equals("java"))
                .toList();
    }

    private static String sourceOf(MarkdownBlock block) {
        return block.before().replaceFirst("<!-- (.*) -->", "$1");
    }

    private static List<String> stripped(List<String> lines) {
        return lines.stream().map(String::strip).toList();
    }

    @Test
    void quotesTheExamplesWordForWord() throws IOException {
        for (MarkdownBlock block : javaBlocks()) {
            List<String> source = stripped(Files.readAllLines(SOURCES.resolve(sourceOf(block))));
            assertThat(Collections.indexOfSubList(source, stripped(block.lines())))
                    .as("%s of %s", block.text(), block.before())
                    .isNotNegative();
        }
    }

    @Test
    void quotesEveryExample() throws IOException {
        List<String> quoted =
                javaBlocks().stream().map(WritingFiltersPageTest::sourceOf).toList();
        try (Stream<Path> files = Files.list(SOURCES)) {
            List<String> examples = files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith("Example.java"))
                    .toList();
            assertThat(examples).isNotEmpty();
            assertThat(quoted).containsAll(examples);
        }
    }

    @Test
    void showsEveryKindOfPlan() throws IOException {
        String examples = javaBlocks().stream().map(MarkdownBlock::text).reduce("", String::concat);

        for (Class<?> plan : plans()) {
            String name = plan.getSimpleName();
            String kind = plan.getEnclosingClass().getSimpleName();
            boolean made = examples.contains("new " + kind + "." + name);
            boolean shortcut = examples.contains(kind + "." + name.toLowerCase(Locale.ROOT) + "(");
            assertThat(made || shortcut).as("an example of %s.%s", kind, name).isTrue();
        }
    }

    private static List<Class<?>> plans() {
        return Stream.of(RequestPlan.class, ResponsePlan.class)
                .flatMap(kind -> Arrays.<Class<?>>stream(kind.getPermittedSubclasses()))
                .toList();
    }
}
