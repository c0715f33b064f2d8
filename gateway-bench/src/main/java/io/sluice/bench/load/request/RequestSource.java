package io.sluice.bench.load.request;

import io.sluice.bench.load.scenario.Scenario;
import org.jspecify.annotations.Nullable;

/** Hands out requests to event loops; safe for all of them. */
public interface RequestSource extends AutoCloseable {
    /** The source that the scenario asks for; {@code host} is the requests' {@code Host} header. */
    static RequestSource of(Scenario scenario, String host) {
        RequestBuilder builder = new RequestBuilder(scenario, host);
        return scenario.fresh()
                ? new FreshRequests(builder, scenario.prepared())
                : new PreparedPool(builder, scenario.prepared());
    }

    /** The next request, or null if none is ready: the generator is then slower than the load. */
    @Nullable PreparedRequest poll();

    /** Takes back a request that was sent and answered. */
    void done(PreparedRequest request);

    @Override
    void close();
}
