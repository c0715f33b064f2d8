package io.sluice.config;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One line of a table of keys.
 *
 * @param path the path of keys; {@code []} is any item of a list, {@code *} any name
 * @param type for people, as in {@code duration}
 * @param def the default, {@code required}, or empty if the key may be left out
 * @param description one line
 */
public record KeyRow(String path, String type, String def, String description) {

    /** All keys of a section and its subsections; a section that contains itself is listed once. */
    public static List<KeyRow> of(Class<?> recordType) {
        Listing listing = new Listing(new ArrayList<>(), new HashSet<>());
        listing.section("", recordType);
        return listing.rows;
    }

    private record Listing(List<KeyRow> rows, Set<Class<?>> open) {

        void section(String path, Class<?> recordType) {
            if (open.add(recordType)) {
                for (KeyInfo key : KeyInfo.of(recordType)) {
                    String name = path.isEmpty() ? key.name() : path + "." + key.name();
                    rows.add(new KeyRow(name, key.type().label(), defaultOf(key), key.description()));
                    inside(name, key.type());
                }
                open.remove(recordType);
            }
        }

        private void inside(String path, ValueType type) {
            switch (type) {
                case ValueType.Section section -> section(path, section.recordType());
                case ValueType.ListOf list -> inside(path + "[]", list.item());
                case ValueType.MapOf map -> inside(path + ".*", map.value());
                case ValueType.OneOf oneOf -> alternatives(path, oneOf);
                case ValueType.Plain plain -> {}
                case ValueType.Choice choice -> {}
                case ValueType.AnyJson any -> {}
                case ValueType.PluginSettings settings -> {}
            }
        }

        private void alternatives(String path, ValueType.OneOf oneOf) {
            if (!open.add(oneOf.sealedType())) {
                return;
            }
            for (Map.Entry<String, Class<?>> alternative : oneOf.alternatives().entrySet()) {
                String name = path + "." + alternative.getKey();
                List<KeyInfo> keys = KeyInfo.of(alternative.getValue());
                if (keys.size() == 1) {
                    KeyInfo only = keys.getFirst();
                    rows.add(new KeyRow(name, only.type().label(), "", only.description()));
                    inside(name, only.type());
                } else {
                    rows.add(new KeyRow(name, "section", "", ""));
                    section(name, alternative.getValue());
                }
            }
            open.remove(oneOf.sealedType());
        }

        private static String defaultOf(KeyInfo key) {
            if (key.def() != null) {
                return key.type() instanceof ValueType.Section ? "" : key.def();
            }
            return key.required() ? "required" : "";
        }
    }
}
