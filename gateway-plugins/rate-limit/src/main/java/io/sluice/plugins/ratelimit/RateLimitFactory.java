package io.sluice.plugins.ratelimit;

import io.sluice.api.Filter;
import io.sluice.api.FilterContext;
import io.sluice.api.FilterFactory;
import io.sluice.api.FilterType;
import java.io.IOException;

/** Makes filters; what they share lives as long as one of them does. */
@FilterType(
        value = "rate-limit",
        description = "limits requests, bytes and documents of bulks, alone or together with other gateways")
public final class RateLimitFactory implements FilterFactory<RateLimitConfig> {

    private final BucketRegistry registry = new BucketRegistry();

    @Override
    public int apiVersion() {
        return API_VERSION;
    }

    @Override
    public Class<RateLimitConfig> configType() {
        return RateLimitConfig.class;
    }

    @Override
    public Filter create(RateLimitConfig config, FilterContext context) throws IOException {
        context.requireInTime("delay of all limits together", config.delays());
        return new RateLimitFilter(config, context, registry);
    }
}
