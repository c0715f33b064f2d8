package io.sluice.filters.access;

import io.sluice.api.Filter;
import io.sluice.api.FilterContext;
import io.sluice.api.FilterFactory;

/** Makes {@code access} filters. */
public final class AccessFactory implements FilterFactory<AccessConfig> {

    @Override
    public int apiVersion() {
        return API_VERSION;
    }

    @Override
    public String type() {
        return "access";
    }

    @Override
    public String description() {
        return "allows or denies requests by method, path, header, client address or user";
    }

    @Override
    public Class<AccessConfig> configType() {
        return AccessConfig.class;
    }

    @Override
    public Filter create(AccessConfig config, FilterContext context) {
        return new AccessFilter(config, context.meters());
    }
}
