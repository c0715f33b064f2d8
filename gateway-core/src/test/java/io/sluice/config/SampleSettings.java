package io.sluice.config;

import io.sluice.api.ClusterName;
import io.sluice.api.Json;
import io.sluice.api.Key;
import io.sluice.api.Secret;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A filter's configuration as a plugin would write it. */
record SampleSettings(
        @Key("when it applies") Rule rule,
        @Key(value = "how long it waits", def = "5s") Duration pause,
        @Key("headers by name") Map<String, String> set,
        @Key("any JSON") @Nullable Json body,
        @Key("the other cluster") @Nullable ClusterName other,
        @Key("what it signs with") @Nullable Secret signature) {

    static final FilterTypes TYPES = new FilterTypes() {
        @Override
        public Set<String> types() {
            return Set.of("sample");
        }

        @Override
        public @Nullable Class<? extends Record> configType(String type) {
            return type.equals("sample") ? SampleSettings.class : null;
        }

        @Override
        public Set<String> routerTypes() {
            return Set.of("sample-router");
        }

        @Override
        public @Nullable Class<? extends Record> routerConfigType(String type) {
            return type.equals("sample-router") ? Method.class : null;
        }

        @Override
        public Set<String> queueTypes() {
            return Set.of("sample-queue");
        }

        @Override
        public @Nullable Class<? extends Record> queueConfigType(String type) {
            return type.equals("sample-queue") ? Header.class : null;
        }
    };

    sealed interface Rule {}

    record Any(@Key("one of them holds") List<Rule> rules) implements Rule {}

    record Method(@Key("the HTTP method") String name) implements Rule {}

    record Header(
            @Key("its name") String name, @Key("its value") String value) implements Rule {}

    record Always() implements Rule {}
}
