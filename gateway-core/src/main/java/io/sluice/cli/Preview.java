package io.sluice.cli;

import io.sluice.api.FilterMeters;
import io.sluice.api.PerValue;
import io.sluice.config.ConfigException;
import io.sluice.config.ConfigLoader;
import io.sluice.config.GatewayConfig;
import io.sluice.config.Loaded;
import io.sluice.config.Problem;
import io.sluice.plugin.FilterExecutor;
import io.sluice.plugin.FilterInstance;
import io.sluice.plugin.FilterRegistry;
import io.sluice.plugin.FilterServices;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** A configuration with its filters, made for a look and not for traffic: their meters count nothing. For one thread. */
final class Preview implements AutoCloseable {

    private final Loaded<FilterRegistry> loaded;
    private final FilterExecutor executor;
    private final Map<String, List<FilterInstance>> filters;

    private Preview(Loaded<FilterRegistry> loaded, FilterExecutor executor, Map<String, List<FilterInstance>> filters) {
        this.loaded = loaded;
        this.executor = executor;
        this.filters = filters;
    }

    /**
     * Reads the configuration, loads its plugins and makes its filters.
     *
     * @throws ConfigException if anything in it cannot be used
     */
    static Preview of(ConfigOption file) throws ConfigException {
        Loaded<FilterRegistry> loaded = ConfigOption.load(file.file());
        FilterExecutor executor = new FilterExecutor(loaded.config().plugins().blockingThreads());
        FilterServices services = new FilterServices(
                executor,
                InstantSource.system(),
                name -> new Uncounted(),
                ConfigLoader.directoryOf(file.file()),
                Map.of());
        try {
            return new Preview(loaded, executor, loaded.filters().createAll(loaded.config(), services));
        } catch (ConfigException e) {
            executor.close();
            loaded.filters().close();
            throw e;
        }
    }

    GatewayConfig config() {
        return loaded.config();
    }

    List<Problem> warnings() {
        return loaded.warnings();
    }

    List<FilterInstance> filters(String flow) {
        return filters.getOrDefault(flow, List.of());
    }

    @Override
    public void close() {
        filters.values().forEach(instances -> instances.forEach(FilterInstance::close));
        executor.close();
        loaded.filters().close();
    }

    private static final class Uncounted implements FilterMeters {
        @Override
        public Counter counter(String name, String description) {
            return amount -> {};
        }

        @Override
        public Timer timer(String name, String description) {
            return nanos -> {};
        }

        @Override
        public void gauge(String name, String description, LongSupplier value) {}

        @Override
        public <M> PerValue<M> perValue(String tag, int most, Function<FilterMeters, M> meters) {
            return new PerValue<>(0, value -> meters.apply(this));
        }
    }
}
