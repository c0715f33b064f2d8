package com.example.searchlimit;

import io.sluice.api.Filter;
import io.sluice.api.FilterContext;
import io.sluice.api.FilterFactory;

/** Makes {@code search-limit} filters; named in META-INF/services, so that the gateway finds it. */
public final class SearchLimitFactory implements FilterFactory<SearchLimitConfig> {

    @Override
    public int apiVersion() {
        return API_VERSION;
    }

    @Override
    public String type() {
        return "search-limit";
    }

    @Override
    public String description() {
        return "refuses searches that ask for too many hits";
    }

    @Override
    public Class<SearchLimitConfig> configType() {
        return SearchLimitConfig.class;
    }

    @Override
    public Filter create(SearchLimitConfig config, FilterContext context) {
        return new SearchLimitFilter(config.maxSize(), context.meters().counter("searches_refused_total", "searches refused"));
    }
}
