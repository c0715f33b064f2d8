package io.sluice.filters.headers;

import io.sluice.api.Filter;
import io.sluice.api.FilterContext;
import io.sluice.api.FilterFactory;

/** Makes {@code headers} filters. */
public final class HeadersFactory implements FilterFactory<HeadersConfig> {

    @Override
    public int apiVersion() {
        return API_VERSION;
    }

    @Override
    public String type() {
        return "headers";
    }

    @Override
    public String description() {
        return "sets, adds and removes headers of requests and responses";
    }

    @Override
    public Class<HeadersConfig> configType() {
        return HeadersConfig.class;
    }

    @Override
    public Filter create(HeadersConfig config, FilterContext context) {
        return new HeadersFilter(config);
    }
}
