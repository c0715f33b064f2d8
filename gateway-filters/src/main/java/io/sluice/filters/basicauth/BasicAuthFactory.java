package io.sluice.filters.basicauth;

import io.sluice.api.Filter;
import io.sluice.api.FilterContext;
import io.sluice.api.FilterFactory;
import java.io.IOException;

/** Makes {@code basic-auth} filters. */
public final class BasicAuthFactory implements FilterFactory<BasicAuthConfig> {

    @Override
    public int apiVersion() {
        return API_VERSION;
    }

    @Override
    public String type() {
        return "basic-auth";
    }

    @Override
    public String description() {
        return "checks user name and password against an htpasswd file with bcrypt hashes";
    }

    @Override
    public Class<BasicAuthConfig> configType() {
        return BasicAuthConfig.class;
    }

    @Override
    public Filter create(BasicAuthConfig config, FilterContext context) throws IOException {
        return new BasicAuthFilter(config, context);
    }
}
