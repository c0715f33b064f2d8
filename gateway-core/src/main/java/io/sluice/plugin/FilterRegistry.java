package io.sluice.plugin;

import io.sluice.api.Filter;
import io.sluice.api.FilterFactory;
import io.sluice.config.ConfigException;
import io.sluice.config.FilterConfig;
import io.sluice.config.FilterTypes;
import io.sluice.config.FlowConfig;
import io.sluice.config.GatewayConfig;
import io.sluice.config.Problem;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The filter types of a process and the plugins that they come from; immutable. Closing it closes the plugins' jars. */
public final class FilterRegistry implements FilterTypes, AutoCloseable {

    private final SortedMap<String, FilterType> types;
    private final List<Plugin> plugins;
    private final List<PluginClassLoader> loaders;

    FilterRegistry(Collection<FilterType> types, List<Plugin> plugins, List<PluginClassLoader> loaders) {
        SortedMap<String, FilterType> byName = new TreeMap<>();
        types.forEach(type -> byName.put(type.name(), type));
        this.types = Collections.unmodifiableSortedMap(byName);
        this.plugins = List.copyOf(plugins);
        this.loaders = List.copyOf(loaders);
    }

    /**
     * A registry of factories on the class path, for tests and benchmarks.
     *
     * @throws IllegalArgumentException if a factory cannot be used or two have one type
     */
    public static FilterRegistry of(FilterFactory<?>... factories) {
        FactoryCheck check = new FactoryCheck();
        for (FilterFactory<?> factory : factories) {
            check.add(factory, "class path", "class path");
        }
        if (!check.problems().isEmpty()) {
            throw new IllegalArgumentException(check.problems().toString());
        }
        return new FilterRegistry(check.types(), List.of(), List.of());
    }

    @Override
    public Set<String> types() {
        return types.keySet();
    }

    /** All types, sorted by name. */
    public Collection<FilterType> all() {
        return types.values();
    }

    /** The type of that name, or null. */
    public @Nullable FilterType type(String name) {
        return types.get(name);
    }

    @Override
    public @Nullable Class<? extends Record> configType(String type) {
        FilterType found = types.get(type);
        return found == null ? null : found.factory().configType();
    }

    /** The plugins, in the order of their names; empty for a registry of the class path. */
    public List<Plugin> plugins() {
        return plugins;
    }

    /**
     * Makes the filters of all flows, in the order of the configuration. May block.
     *
     * @return the filters by the flow's name; the caller closes them
     * @throws ConfigException if one cannot be made; then those that were made are closed again
     */
    public Map<String, List<FilterInstance>> createAll(GatewayConfig config, FilterServices services)
            throws ConfigException {
        Map<String, List<FilterInstance>> filters = new LinkedHashMap<>();
        List<Problem> problems = new ArrayList<>();
        Set<String> clusters = config.clusters().keySet();
        for (Map.Entry<String, FlowConfig> flow : config.flows().entrySet()) {
            List<FilterInstance> instances = new ArrayList<>();
            filters.put(flow.getKey(), instances);
            for (FilterConfig filter : flow.getValue().filters()) {
                try {
                    instances.add(
                            create(filter, new HostFilterContext(filter.place().path(), clusters, services)));
                } catch (ConfigException e) {
                    problems.addAll(e.problems());
                }
            }
        }
        if (!problems.isEmpty()) {
            filters.values().forEach(instances -> instances.forEach(FilterInstance::close));
            throw new ConfigException(problems);
        }
        return filters;
    }

    private FilterInstance create(FilterConfig config, HostFilterContext context) throws ConfigException {
        FilterFactory<?> factory =
                Objects.requireNonNull(types.get(config.type()), config.type()).factory();
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(factory.getClass().getClassLoader());
        try {
            return new FilterInstance(config.type(), create(factory, config.config(), context), context);
        } catch (IllegalArgumentException | IOException e) {
            throw failed(config, context, e instanceof IOException ? e.toString() : String.valueOf(e.getMessage()));
        } catch (RuntimeException | LinkageError e) {
            throw failed(config, context, "the filter could not be made: " + e);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static <C extends Record> Filter create(FilterFactory<C> factory, Record config, HostFilterContext context)
            throws IOException {
        return Objects.requireNonNull(
                factory.create(factory.configType().cast(config), context), "the factory returned null");
    }

    private static ConfigException failed(FilterConfig config, HostFilterContext context, String message) {
        context.close();
        return new ConfigException(List.of(new Problem(config.place(), message)));
    }

    @Override
    public void close() {
        for (PluginClassLoader loader : loaders) {
            try {
                loader.close();
            } catch (IOException e) {
                throw new IllegalStateException("a plugin's jar could not be closed", e);
            }
        }
    }
}
