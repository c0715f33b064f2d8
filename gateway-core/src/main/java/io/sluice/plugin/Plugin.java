package io.sluice.plugin;

import java.nio.file.Path;
import java.util.List;

/**
 * A plugin that was loaded.
 *
 * @param name its directory's or jar's name
 * @param jars its jars, sorted by name
 * @param types its filter types, sorted
 * @param routers its types of bulk routers, sorted
 * @param queues its engines of queues, sorted
 */
public record Plugin(String name, List<Jar> jars, List<String> types, List<String> routers, List<String> queues) {

    /**
     * A jar of a plugin.
     *
     * @param sha256 the digest of the file in lower-case hexadecimal
     */
    public record Jar(Path file, String sha256) {}

    public Plugin {
        jars = List.copyOf(jars);
        types = List.copyOf(types);
        routers = List.copyOf(routers);
        queues = List.copyOf(queues);
    }
}
