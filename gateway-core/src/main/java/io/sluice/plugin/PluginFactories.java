package io.sluice.plugin;

import io.sluice.api.BulkRouterFactory;
import io.sluice.api.FilterFactory;
import io.sluice.api.PluginFactory;
import io.sluice.api.QueueFactory;
import io.sluice.config.FilterTypes;
import io.sluice.config.Problem;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** The accepted factories, kind by kind. For one thread. */
final class PluginFactories {

    private final FactoryCheck<FilterFactory<?>> filters;
    private final FactoryCheck<BulkRouterFactory<?>> routers;
    private final FactoryCheck<QueueFactory<?>> queues;

    /** @param problems receives the problems of the others */
    PluginFactories(List<Problem> problems) {
        this.filters = new FactoryCheck<>(Set.of(), problems);
        this.routers = new FactoryCheck<>(Set.of(FilterTypes.NO_ROUTER), problems);
        this.queues = new FactoryCheck<>(Set.of(), problems);
    }

    /**
     * Accepts a factory or reports why it cannot be used.
     *
     * @param source the plugin's name
     * @param place where the factory comes from, for messages
     * @return whether it was accepted
     */
    boolean add(PluginFactory<?> factory, String source, String place) {
        return switch (factory) {
            case FilterFactory<?> filter -> filters.add(filter, source, place);
            case BulkRouterFactory<?> router -> routers.add(router, source, place);
            case QueueFactory<?> queue -> queues.add(queue, source, place);
        };
    }

    Collection<PluginType<FilterFactory<?>>> filters() {
        return filters.types();
    }

    Collection<PluginType<BulkRouterFactory<?>>> routers() {
        return routers.types();
    }

    Collection<PluginType<QueueFactory<?>>> queues() {
        return queues.types();
    }
}
