package io.sluice.filters.apikey;

import io.sluice.api.Challenge;
import io.sluice.api.Exchange;
import io.sluice.api.Filter;
import io.sluice.api.FilterContext;
import io.sluice.api.FilterMeters;
import io.sluice.api.FilterType;
import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import io.sluice.api.check.AcceptedClient;
import io.sluice.api.check.CheckThreads;
import io.sluice.filters.watch.WatchedFile;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Passes requests whose Authorization header has an API key of the file or of the cluster, and stores its user as the exchange's
 * principal. Keys of the file are checked on the event loop, others off it.
 */
@FilterType(value = "api-key", description = "checks API keys against a file, or asks the cluster about its own")
final class ApiKeyFilter implements Filter {

    private static final String AUTHORIZATION = "Authorization";
    private static final RequestPlan BUSY = RequestPlan.answer(Reply.busy("too many API keys wait to be checked", 1));
    private static final RequestPlan UNAVAILABLE = RequestPlan.answer(
            Reply.error(503, "security_exception", "the cluster could not be asked about the API key")
                    .withHeader("Retry-After", "1"));

    private final ApiKeyConfig config;
    private final FilterContext context;
    private final @Nullable WatchedFile<KeyList> file;
    private final @Nullable ClusterCheck cluster;
    private final @Nullable CheckThreads threads;
    private final @Nullable AutoCloseable reloading;
    private final FilterMeters.Counter refusals;
    private final RequestPlan missing;
    private final RequestPlan wrong;
    private final RequestPlan expired;

    ApiKeyFilter(ApiKeyConfig config, FilterContext context) throws IOException {
        this.config = config;
        this.context = context;
        this.refusals = context.meters().counter("refused_keys", "Requests that were refused for their API key");
        Challenge challenge = Challenge.of("ApiKey", config.realm());
        this.missing = RequestPlan.answer(
                Reply.unauthorized("missing authentication credentials for REST request", challenge));
        this.wrong = RequestPlan.answer(
                Reply.unauthorized("unable to authenticate with the API key of the REST request", challenge));
        this.expired = RequestPlan.answer(Reply.unauthorized("the API key of the REST request has expired", challenge));
        ClusterKeys asked = config.cluster();
        CheckThreads asking = asked == null ? null : new CheckThreads("sluice-api-key", asked.maxConcurrent());
        this.threads = asking;
        this.cluster = asked == null || asking == null ? null : new ClusterCheck(asked, context, asking);
        WatchedFile<KeyList> keys = config.file() == null
                ? null
                : new WatchedFile<>("file of keys", config.file(), KeyList::parse, context.meters());
        this.file = keys;
        this.reloading = keys == null ? null : context.every(config.reloadEvery(), keys::look);
        if (keys != null) {
            context.meters()
                    .gauge(
                            "known_keys",
                            "Keys in the file",
                            () -> keys.current().size());
        }
    }

    @Override
    public RequestPlan onRequest(RequestHead head, Exchange exchange) {
        List<String> values = head.headers().all(AUTHORIZATION);
        ApiKey key = values.size() == 1 ? ApiKey.parse(values.getFirst()) : null;
        if (key == null) {
            if (values.stream().anyMatch(ApiKey::isOne)) {
                return refused(wrong);
            }
            return config.optional() ? RequestPlan.pass() : missing;
        }
        Finding found = file == null
                ? new Finding.UnknownId()
                : file.current().find(key, context.clock().instant());
        if (!(found instanceof Finding.UnknownId) || cluster == null) {
            return plan(found, head, exchange);
        }
        CompletableFuture<Finding> asked = cluster.find(key, exchange.client().getAddress());
        return asked.isDone() && !asked.isCompletedExceptionally()
                ? plan(asked.join(), head, exchange)
                : new RequestPlan.Later<>(asked, answer -> plan(answer, head, exchange));
    }

    private RequestPlan plan(Finding finding, RequestHead head, Exchange exchange) {
        return switch (finding) {
            case Finding.Known known ->
                AcceptedClient.plan(known.principal(), head, exchange, config.forwardAuthorization());
            case Finding.UnknownId unknown -> refused(wrong);
            case Finding.Wrong bad -> refused(wrong);
            case Finding.Expired over -> refused(expired);
            case Finding.Busy busy -> BUSY;
            case Finding.Unavailable unavailable -> UNAVAILABLE;
        };
    }

    private RequestPlan refused(RequestPlan plan) {
        refusals.increment();
        return plan;
    }

    @Override
    public String explain(RequestHead head, Exchange exchange) {
        return cluster == null || cluster.asks()
                ? ""
                : "no cluster is asked about keys here, so none of its keys is accepted";
    }

    @Override
    public void close() {
        if (threads != null) {
            threads.close();
        }
        try {
            if (reloading != null) {
                reloading.close();
            }
        } catch (Exception e) {
            throw new IllegalStateException("the reloading of the file of keys could not be stopped", e);
        }
    }
}
