package io.sluice.filters.tenant;

import io.sluice.api.Filter;
import io.sluice.api.FilterContext;
import io.sluice.api.FilterFactory;
import io.sluice.api.FilterType;
import io.sluice.filters.tenant.identity.Exposure;
import java.io.IOException;

/** Makes {@code tenant} filters. */
@FilterType(value = "tenant", description = "gives each of many tenants the cluster as if it were the only one")
public final class TenantFactory implements FilterFactory<TenantConfig> {

    @Override
    public int apiVersion() {
        return API_VERSION;
    }

    @Override
    public Class<TenantConfig> configType() {
        return TenantConfig.class;
    }

    @Override
    public Filter create(TenantConfig config, FilterContext context) throws IOException {
        Exposure.check(config.from(), context.listeners(), config.clientsAreTrusted());
        return new TenantFilter(config, context);
    }
}
