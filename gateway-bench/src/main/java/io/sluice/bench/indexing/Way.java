package io.sluice.bench.indexing;

import io.sluice.bench.net.Addresses;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A way for documents into a cluster.
 *
 * @param targets dealt to the client's connections in turn
 * @param gateway the process in between; null if there is none
 */
record Way(
        String name,
        List<InetSocketAddress> targets,
        @Nullable ProcessHandle gateway) {
    private static final Pattern GATEWAY = Pattern.compile("([^@]+)@(.+),(\\d{1,9})");

    Way {
        targets = List.copyOf(targets);
    }

    /**
     * Reads {@code one} (all to the first node), {@code all} (each connection to the next node) or {@code name@host:port,pid}.
     *
     * @throws IllegalArgumentException if the text has another form, or there is no such process
     */
    static Way parse(String text, List<InetSocketAddress> nodes) {
        Matcher gateway = GATEWAY.matcher(text);
        if (gateway.matches()) {
            return new Way(
                    gateway.group(1),
                    List.of(Addresses.parse(gateway.group(2))),
                    Cluster.process(Long.parseLong(gateway.group(3))));
        }
        return switch (text) {
            case "one" -> new Way(text, nodes.subList(0, 1), null);
            case "all" -> new Way(text, nodes, null);
            default ->
                throw new IllegalArgumentException("expected one, all or name@host:port,pid, got '" + text + "'");
        };
    }
}
