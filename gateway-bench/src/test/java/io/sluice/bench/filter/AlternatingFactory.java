package io.sluice.bench.filter;

import io.sluice.api.Exchange;
import io.sluice.api.Filter;
import io.sluice.api.FilterContext;
import io.sluice.api.FilterFactory;
import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import java.util.concurrent.atomic.AtomicInteger;

/** Makes a filter that answers every second request, as one that limits rates would. */
public final class AlternatingFactory implements FilterFactory<AlternatingFactory.Config> {
    /** Nothing to configure. */
    public record Config() {}

    @Override
    public int apiVersion() {
        return API_VERSION;
    }

    @Override
    public String type() {
        return "alternating";
    }

    @Override
    public String description() {
        return "answers every second request";
    }

    @Override
    public Class<Config> configType() {
        return Config.class;
    }

    @Override
    public Filter create(Config config, FilterContext context) {
        return new Alternating();
    }

    private static final class Alternating implements Filter {
        private final AtomicInteger requests = new AtomicInteger();

        @Override
        public RequestPlan onRequest(RequestHead head, Exchange exchange) {
            return requests.getAndIncrement() % 2 == 0
                    ? RequestPlan.pass()
                    : new RequestPlan.Answer(Reply.error(429, "too_many", "slower"));
        }
    }
}
