package io.sluice.filters.guide;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A block of code in a page.
 *
 * @param language what stands behind the fence
 * @param before the line before the fence
 * @param lines the block's lines
 */
record MarkdownBlock(String language, String before, List<String> lines) {

    /** The repository's pages, seen from the module in which tests run. */
    static final Path DOCS = Path.of("..", "docs");

    static List<MarkdownBlock> of(Path page) throws IOException {
        List<MarkdownBlock> blocks = new ArrayList<>();
        List<String> lines = Files.readAllLines(page);
        for (int i = 0; i < lines.size(); i++) {
            String fence = lines.get(i).strip();
            if (fence.startsWith("```")) {
                String before = i == 0 ? "" : lines.get(i - 1).strip();
                List<String> inside = new ArrayList<>();
                for (i++; !lines.get(i).strip().equals("```"); i++) {
                    inside.add(lines.get(i));
                }
                blocks.add(new MarkdownBlock(fence.substring(3), before, inside));
            }
        }
        return blocks;
    }

    String text() {
        return String.join("\n", lines);
    }
}
