package io.sluice.filters.accesslog;

import io.sluice.api.Filter;
import io.sluice.api.FilterContext;
import io.sluice.api.FilterFactory;
import java.io.IOException;

/** Makes {@code access-log} filters. */
public final class AccessLogFactory implements FilterFactory<AccessLogConfig> {

    @Override
    public int apiVersion() {
        return API_VERSION;
    }

    @Override
    public String type() {
        return "access-log";
    }

    @Override
    public String description() {
        return "writes a JSON line for every exchange, to a file or to standard output";
    }

    @Override
    public Class<AccessLogConfig> configType() {
        return AccessLogConfig.class;
    }

    @Override
    public Filter create(AccessLogConfig config, FilterContext context) throws IOException {
        return new AccessLogFilter(config, context);
    }
}
