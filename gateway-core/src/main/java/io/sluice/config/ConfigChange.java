package io.sluice.config;

import java.util.List;

/**
 * One difference between two configurations.
 *
 * @param section of the configuration: {@code listeners}, {@code routes}, {@code flows}, {@code filters}, {@code clusters}, {@code queues}, or the
 *     name of another section
 * @param name of what differs; empty where there is only one
 * @param kind how it differs
 * @param keys the values that differ, if it was changed
 */
public record ConfigChange(String section, String name, Kind kind, List<Key> keys) {

    /** How something differs. */
    public enum Kind {
        ADDED,
        REMOVED,
        CHANGED
    }

    /**
     * A value that differs.
     *
     * @param path of keys below what differs
     * @param before as JSON, secrets masked; empty if there was none
     * @param after as JSON, secrets masked; empty if there is none
     */
    public record Key(String path, String before, String after) {}

    public ConfigChange {
        keys = List.copyOf(keys);
    }
}
