package io.sluice.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds the files named in sections of plugins whose content counts as configuration. Stateless. */
final class NamedFiles {

    private NamedFiles() {}

    /** The files in their order. */
    static List<Path> of(Record section) {
        List<Path> files = new ArrayList<>();
        collect(section, false, files);
        return List.copyOf(files);
    }

    private static void collect(@Nullable Object value, boolean content, List<Path> files) {
        switch (value) {
            case null -> {}
            case Path file -> {
                if (content) {
                    files.add(file);
                }
            }
            case Record section ->
                KeyInfo.of(section.getClass()).forEach(key -> collect(key.valueIn(section), key.content(), files));
            case Collection<?> items -> items.forEach(item -> collect(item, content, files));
            case Map<?, ?> entries -> entries.values().forEach(item -> collect(item, content, files));
            default -> {}
        }
    }
}
