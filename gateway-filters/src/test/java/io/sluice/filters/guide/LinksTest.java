package io.sluice.filters.guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Links between the pages of the repository, headings included. */
class LinksTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern LINK = Pattern.compile("\\]\\((?![a-z]+:)([^)#\\s]*)(?:#([^)\\s]+))?\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");

    @Test
    void everyLinkLeadsToAFileAndAHeadingThatAreThere() throws IOException {
        List<Path> pages = pages();
        assertThat(pages).hasSizeGreaterThan(60);

        List<String> broken = new ArrayList<>();
        for (Path page : pages) {
            LINK.matcher(Files.readString(page)).results().forEach(link -> {
                String file = link.group(1);
                Path target = file.isEmpty() ? page : page.resolveSibling(file).normalize();
                if (!Files.exists(target)) {
                    broken.add(page + ": " + file);
                } else if (link.group(2) != null && !headings(target).contains(link.group(2))) {
                    broken.add(page + ": " + file + "#" + link.group(2));
                }
            });
        }

        assertThat(broken).isEmpty();
    }

    private static List<Path> pages() throws IOException {
        try (Stream<Path> top = Files.list(ROOT);
                Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            return Stream.concat(top, docs)
                    .filter(file -> file.toString().endsWith(".md"))
                    .toList();
        }
    }

    /** Headings as sites that render Markdown link them: in lower case, with hyphens for blanks, without punctuation. */
    private static List<String> headings(Path page) {
        try {
            return HEADING.matcher(Files.readString(page))
                    .results()
                    .map(found -> found.group(1)
                            .toLowerCase(Locale.ROOT)
                            .replaceAll("[^\\w\\- ]", "")
                            .strip()
                            .replace(' ', '-'))
                    .toList();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
