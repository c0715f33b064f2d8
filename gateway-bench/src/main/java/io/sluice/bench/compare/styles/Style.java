package io.sluice.bench.compare.styles;

import java.util.Arrays;
import java.util.stream.Collectors;

/** What is compared: one way to use a client, in a JVM and on a class path of its own. The first is what the others are compared with. */
public enum Style {
    TRANSPORT("transport", "elasticsearch-7", "io.sluice.styles.elasticsearch.Main"),
    REST_LOW_LEVEL("rest-low-level", "elasticsearch-7", "io.sluice.styles.elasticsearch.Main"),
    REST_HIGH_LEVEL("rest-high-level", "elasticsearch-7", "io.sluice.styles.elasticsearch.Main"),
    REST_TYPED("rest-typed", "elasticsearch-java-7", "io.sluice.styles.typed.Main"),
    REST_TYPED_JSON("rest-typed-json", "elasticsearch-java-7", "io.sluice.styles.typed.Main"),
    NETTY("netty", "netty", "io.sluice.styles.netty.Main");

    private final String id;
    private final String module;
    private final String mainClass;

    Style(String id, String module, String mainClass) {
        this.id = id;
        this.module = module;
        this.mainClass = mainClass;
    }

    /**
     * Reads a name on the command line.
     *
     * @throws IllegalArgumentException naming all styles if there is none of this name
     */
    public static Style of(String id) {
        return Arrays.stream(values())
                .filter(style -> style.id.equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no style '" + id + "'; there are "
                        + Arrays.stream(values()).map(Style::id).collect(Collectors.joining(", "))));
    }

    /** The name in reports and on the command line. */
    public String id() {
        return id;
    }

    String module() {
        return module;
    }

    String mainClass() {
        return mainClass;
    }

    /** The gateway speaks HTTP, and so do the styles that can go through it. */
    boolean goes(Way way) {
        return this != TRANSPORT || !way.throughGateway();
    }
}
