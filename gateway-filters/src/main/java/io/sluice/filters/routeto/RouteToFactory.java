package io.sluice.filters.routeto;

import io.sluice.api.Filter;
import io.sluice.api.FilterContext;
import io.sluice.api.FilterFactory;

/** Makes {@code route-to} filters. */
public final class RouteToFactory implements FilterFactory<RouteToConfig> {

    @Override
    public int apiVersion() {
        return API_VERSION;
    }

    @Override
    public String type() {
        return "route-to";
    }

    @Override
    public String description() {
        return "chooses the cluster that a request goes to";
    }

    @Override
    public Class<RouteToConfig> configType() {
        return RouteToConfig.class;
    }

    @Override
    public Filter create(RouteToConfig config, FilterContext context) {
        return new RouteToFilter(config);
    }
}
