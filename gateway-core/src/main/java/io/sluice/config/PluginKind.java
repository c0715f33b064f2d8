package io.sluice.config;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A kind of extension for which plugins bring types. A section names the type under the kind's key; the value of
 * the next key, of the Java type Record, is bound to the type's record.
 */
enum PluginKind {
    FILTER("type", "filter"),
    ROUTER("groupBy", "bulk router"),
    QUEUE("engine", "queue engine");

    private final String typeKey;
    private final String noun;

    PluginKind(String typeKey, String noun) {
        this.typeKey = typeKey;
        this.noun = noun;
    }

    /**
     * The kind of type that a section names.
     *
     * @param typeKey the key before that of the Java type Record
     */
    static PluginKind of(KeyInfo typeKey) {
        for (PluginKind kind : values()) {
            if (kind.typeKey.equals(typeKey.name())) {
                return kind;
            }
        }
        throw new IllegalArgumentException("no kind of plugin is named by the key " + typeKey.name());
    }

    /** The position of the key whose value is bound to the type's record; -1 in a section without a type. */
    static int settingsOf(List<KeyInfo> keys) {
        for (int i = 0; i < keys.size(); i++) {
            if (keys.get(i).type() instanceof ValueType.PluginSettings) {
                return i;
            }
        }
        return -1;
    }

    /** For messages: {@code filter}. */
    String noun() {
        return noun;
    }

    /** Whether the value asks for nothing of this kind, so that there are no settings. */
    boolean isNone(String type) {
        return this == ROUTER && type.equals(FilterTypes.NO_ROUTER);
    }

    Set<String> types(FilterTypes types) {
        return switch (this) {
            case FILTER -> types.types();
            case ROUTER -> types.routerTypes();
            case QUEUE -> types.queueTypes();
        };
    }

    @Nullable Class<? extends Record> configType(FilterTypes types, String type) {
        return switch (this) {
            case FILTER -> types.configType(type);
            case ROUTER -> types.routerConfigType(type);
            case QUEUE -> types.queueConfigType(type);
        };
    }
}
