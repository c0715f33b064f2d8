package io.sluice.plugin;

import io.sluice.api.BulkRouterFactory;
import io.sluice.api.FilterFactory;
import io.sluice.api.PluginFactory;
import io.sluice.config.FilterTypes;
import io.sluice.config.Problem;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** The factories that are taken, kind by kind. For one thread. */
final class PluginFactories {

    private final FactoryCheck<FilterFactory<?>> filters;
    private final FactoryCheck<BulkRouterFactory<?>> routers;

    /** @param problems takes what is wrong with those that are not */
    PluginFactories(List<Problem> problems) {
        this.filters = new FactoryCheck<>(Set.of(), problems);
        this.routers = new FactoryCheck<>(Set.of(FilterTypes.NO_ROUTER), problems);
    }

    /**
     * Takes a factory or says why it cannot be used.
     *
     * @param source the plugin's name
     * @param place for messages, where the factory comes from
     * @return whether it was taken
     */
    boolean add(PluginFactory<?> factory, String source, String place) {
        return switch (factory) {
            case FilterFactory<?> filter -> filters.add(filter, source, place);
            case BulkRouterFactory<?> router -> routers.add(router, source, place);
        };
    }

    Collection<PluginType<FilterFactory<?>>> filters() {
        return filters.types();
    }

    Collection<PluginType<BulkRouterFactory<?>>> routers() {
        return routers.types();
    }
}
