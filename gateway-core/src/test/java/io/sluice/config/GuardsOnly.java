package io.sluice.config;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Knows one type of filters, which keeps requests out. */
final class GuardsOnly implements FilterTypes {

    @Override
    public Set<String> types() {
        return Set.of("access");
    }

    @Override
    public Class<? extends Record> configType(String type) {
        return SampleSettings.Always.class;
    }

    @Override
    public Set<String> routerTypes() {
        return Set.of();
    }

    @Override
    public @Nullable Class<? extends Record> routerConfigType(String type) {
        return null;
    }

    @Override
    public Set<String> queueTypes() {
        return Set.of();
    }

    @Override
    public @Nullable Class<? extends Record> queueConfigType(String type) {
        return null;
    }
}
