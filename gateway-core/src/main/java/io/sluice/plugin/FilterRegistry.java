package io.sluice.plugin;

import io.sluice.api.BulkRouter;
import io.sluice.api.BulkRouterFactory;
import io.sluice.api.Filter;
import io.sluice.api.FilterFactory;
import io.sluice.api.PluginFactory;
import io.sluice.api.QueueFactory;
import io.sluice.api.RouterContext;
import io.sluice.config.ConfigException;
import io.sluice.config.FilterConfig;
import io.sluice.config.FilterTypes;
import io.sluice.config.FlowConfig;
import io.sluice.config.GatewayConfig;
import io.sluice.config.Place;
import io.sluice.config.Problem;
import io.sluice.failure.FileFailure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The types of filters, bulk routers and queues of a configuration, and the plugins that bring them; immutable. Closing it closes
 * the jars of plugins that no other registry shares.
 */
public final class FilterRegistry implements FilterTypes, AutoCloseable {

    private final SortedMap<String, PluginType<FilterFactory<?>>> filters;
    private final SortedMap<String, PluginType<BulkRouterFactory<?>>> routers;
    private final SortedMap<String, PluginType<QueueFactory<?>>> queues;
    private final List<Plugin> plugins;
    private final List<Shared<LoadedPlugin>> loaded;
    private final AtomicBoolean closed = new AtomicBoolean();

    FilterRegistry(PluginFactories factories, List<Plugin> plugins, List<Shared<LoadedPlugin>> loaded) {
        this.filters = byName(factories.filters());
        this.routers = byName(factories.routers());
        this.queues = byName(factories.queues());
        this.plugins = List.copyOf(plugins);
        this.loaded = List.copyOf(loaded);
    }

    private static <F extends PluginFactory<?>> SortedMap<String, PluginType<F>> byName(
            Collection<PluginType<F>> types) {
        SortedMap<String, PluginType<F>> byName = new TreeMap<>();
        types.forEach(type -> byName.put(type.name(), type));
        return Collections.unmodifiableSortedMap(byName);
    }

    /**
     * A registry of factories on the class path, for tests and benchmarks.
     *
     * @throws IllegalArgumentException if a factory cannot be used or two of a kind have the same type
     */
    public static FilterRegistry of(PluginFactory<?>... factories) {
        List<Problem> problems = new ArrayList<>();
        PluginFactories taken = new PluginFactories(problems);
        for (PluginFactory<?> factory : factories) {
            taken.add(factory, "class path", "class path");
        }
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(problems.toString());
        }
        return new FilterRegistry(taken, List.of(), List.of());
    }

    @Override
    public Set<String> types() {
        return filters.keySet();
    }

    @Override
    public Set<String> routerTypes() {
        return routers.keySet();
    }

    @Override
    public Set<String> queueTypes() {
        return queues.keySet();
    }

    /** All types of filters, sorted by name. */
    public Collection<PluginType<FilterFactory<?>>> all() {
        return filters.values();
    }

    /** All types of bulk routers, sorted by name. */
    public Collection<PluginType<BulkRouterFactory<?>>> routers() {
        return routers.values();
    }

    /** All engines of queues, sorted by name. */
    public Collection<PluginType<QueueFactory<?>>> queues() {
        return queues.values();
    }

    /** The type of filters of that name, or null. */
    public @Nullable PluginType<FilterFactory<?>> type(String name) {
        return filters.get(name);
    }

    /** The type of bulk routers of that name, or null. */
    public @Nullable PluginType<BulkRouterFactory<?>> router(String name) {
        return routers.get(name);
    }

    /** The engine of queues of that name, or null. */
    public @Nullable PluginType<QueueFactory<?>> queue(String name) {
        return queues.get(name);
    }

    @Override
    public @Nullable Class<? extends Record> configType(String type) {
        return configType(filters.get(type));
    }

    @Override
    public @Nullable Class<? extends Record> routerConfigType(String type) {
        return configType(routers.get(type));
    }

    @Override
    public @Nullable Class<? extends Record> queueConfigType(String type) {
        return configType(queues.get(type));
    }

    private static @Nullable Class<? extends Record> configType(@Nullable PluginType<?> type) {
        return type == null ? null : type.factory().configType();
    }

    /** The plugins, in the order of their names; empty for a registry of the class path. */
    public List<Plugin> plugins() {
        return plugins;
    }

    /** The code of the plugins, to be retained by a registry that shares it. */
    List<Shared<LoadedPlugin>> loaded() {
        return loaded;
    }

    /**
     * Makes the filters of all flows, in the order of the configuration. May block.
     *
     * @return the filters by the flow's name; the caller closes them
     * @throws ConfigException if one cannot be made; those already made are closed
     */
    public Map<String, List<FilterInstance>> createAll(GatewayConfig config, FilterServices services)
            throws ConfigException {
        Map<String, List<FilterInstance>> made = new LinkedHashMap<>();
        createAll(config, services, List.of())
                .forEach((flow, instances) ->
                        made.put(flow, instances.stream().map(Shared::value).toList()));
        return made;
    }

    /**
     * Makes the filters of all flows, in the order of the configuration, but retains earlier ones that would be made of the same.
     * May block.
     *
     * @return the filters by the flow's name; the caller releases them
     * @throws ConfigException if one cannot be made; those already made are closed
     */
    public Map<String, List<Shared<FilterInstance>>> createAll(
            GatewayConfig config, FilterServices services, Collection<Shared<FilterInstance>> earlier)
            throws ConfigException {
        Map<String, Shared<FilterInstance>> byName = new HashMap<>();
        earlier.forEach(each -> byName.put(each.value().name(), each));
        Map<String, List<Shared<FilterInstance>>> made = new LinkedHashMap<>();
        List<Problem> problems = new ArrayList<>();
        for (Map.Entry<String, FlowConfig> flow : config.flows().entrySet()) {
            List<Shared<FilterInstance>> instances = new ArrayList<>();
            made.put(flow.getKey(), instances);
            var surroundings = HostFilterContext.Surroundings.of(config, flow.getKey());
            for (FilterConfig filter : flow.getValue().filters()) {
                FilterIdentity identity = identityOf(filter, surroundings, services);
                Shared<FilterInstance> before = byName.get(identity.name());
                try {
                    instances.add(
                            before != null && identity.isStill(before.value().identity())
                                    ? before.retain()
                                    : new Shared<>(create(identity, filter.place(), services), FilterInstance::close));
                } catch (ConfigException e) {
                    problems.addAll(e.problems());
                }
            }
        }
        if (!problems.isEmpty()) {
            made.values().forEach(instances -> instances.forEach(Shared::release));
            throw new ConfigException(problems);
        }
        return made;
    }

    private FilterIdentity identityOf(
            FilterConfig filter, HostFilterContext.Surroundings surroundings, FilterServices services) {
        return new FilterIdentity(
                filter.place().path(),
                Objects.requireNonNull(filters.get(filter.type()), filter.type()),
                filter.config(),
                surroundings,
                surroundings.readers(services.readers()),
                HostFilterContext.Surroundings.of(filter.askedClusters(), services.readers()),
                services.configDirectory(),
                FilterIdentity.Contents.of(filter.files()));
    }

    private static FilterInstance create(FilterIdentity identity, Place place, FilterServices services)
            throws ConfigException {
        FilterFactory<?> factory = identity.type().factory();
        var context = new HostFilterContext(identity, services);
        try {
            Filter filter = make(factory, place, "filter", () -> create(factory, identity.config(), context));
            return new FilterInstance(identity, filter, context);
        } catch (ConfigException e) {
            context.close();
            throw e;
        }
    }

    private static <C extends Record> Filter create(FilterFactory<C> factory, Record config, HostFilterContext context)
            throws IOException {
        return factory.create(factory.configType().cast(config), context);
    }

    /**
     * Makes the bulk router of a flow. May block.
     *
     * @param type one of {@link #routerTypes}
     * @param config the configuration, bound to the type's record
     * @param place where the configuration names the router, for messages
     * @throws ConfigException if it cannot be made
     */
    public BulkRouter createRouter(String type, Record config, Place place, RouterContext context)
            throws ConfigException {
        BulkRouterFactory<?> factory =
                Objects.requireNonNull(routers.get(type), type).factory();
        return make(factory, place, "router", () -> create(factory, config, context));
    }

    private static <C extends Record> BulkRouter create(
            BulkRouterFactory<C> factory, Record config, RouterContext context) throws IOException {
        return factory.create(factory.configType().cast(config), context);
    }

    /** The engines of queues, to be opened or looked at. */
    public QueueEngines queueEngines() {
        return new QueueEngines(queues);
    }

    /** Makes something of a plugin. */
    interface Maker<T> {
        T make() throws IOException;
    }

    private static <T> T make(PluginFactory<?> factory, Place place, String kind, Maker<T> maker)
            throws ConfigException {
        try {
            return makeOrFail(factory, place, kind, maker);
        } catch (IOException e) {
            throw failed(place, FileFailure.describe(e));
        }
    }

    /**
     * Makes something with the plugin's class loader as that of the thread.
     *
     * @param place where the configuration asks for it, for messages
     * @throws ConfigException if the configuration cannot work or the plugin has a bug
     */
    static <T> T makeOrFail(PluginFactory<?> factory, Place place, String kind, Maker<T> maker)
            throws ConfigException, IOException {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(factory.getClass().getClassLoader());
        try {
            return Objects.requireNonNull(maker.make(), "the factory returned null");
        } catch (IllegalArgumentException e) {
            throw failed(place, message(e));
        } catch (RuntimeException | Error e) {
            throw failed(place, "the " + kind + " could not be made: " + e);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static String message(Exception e) {
        return e.getMessage() == null ? e.toString() : e.getMessage();
    }

    private static ConfigException failed(Place place, String message) {
        return new ConfigException(List.of(new Problem(place, message)));
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            loaded.forEach(Shared::release);
        }
    }
}
