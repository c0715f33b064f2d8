package io.sluice.plugins.kafkaqueue;

import java.util.Locale;

/** How records are compressed on their way to Kafka and in it. Other forms need libraries that the plugin does not bring. */
public enum Compression {
    NONE,
    GZIP,
    LZ4;

    /** As Kafka's clients and topics name it. */
    String property() {
        return name().toLowerCase(Locale.ROOT);
    }
}
