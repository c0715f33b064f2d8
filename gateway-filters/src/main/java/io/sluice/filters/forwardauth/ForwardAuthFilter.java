package io.sluice.filters.forwardauth;

import io.sluice.api.Exchange;
import io.sluice.api.ExchangeKey;
import io.sluice.api.Filter;
import io.sluice.api.FilterContext;
import io.sluice.api.FilterMeters;
import io.sluice.api.FilterType;
import io.sluice.api.Principal;
import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import io.sluice.api.check.CheckThreads;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/**
 * Passes requests that an HTTP service lets pass, and stores the user that it names as the exchange's principal. The
 * service is asked off the event loops, on threads of the filter's own; it never sees a body.
 */
@FilterType(
        value = "forward-auth",
        description = "asks an HTTP service whether a request may pass, and who the user is")
final class ForwardAuthFilter implements Filter {

    private static final RequestPlan BUSY =
            RequestPlan.answer(Reply.busy("too many requests wait for the service that decides about them", 1));
    private static final RequestPlan UNAVAILABLE = RequestPlan.answer(
            Reply.error(503, "security_exception", "the service that decides about requests could not be asked")
                    .withHeader("Retry-After", "5"));
    private static final RequestPlan UNSHOWABLE =
            RequestPlan.refuse(400, "the credentials are too long, or have characters that cannot be handed on");
    private static final RequestPlan INDEX_IN_QUERY =
            RequestPlan.refuse(400, "name what the request is about in its path, not in its query");

    private final ForwardAuthConfig config;
    private final CheckThreads threads;
    private final Service service;
    private final Verdicts verdicts;
    /** In lower case, with hyphens for underscores. */
    private final Set<String> removed;

    private final FilterMeters.Counter denials;

    ForwardAuthFilter(ForwardAuthConfig config, FilterContext context) throws IOException {
        context.requireInTime("timeout", config.timeout());
        this.config = config;
        this.removed = removed(config);
        this.denials =
                context.meters().counter("service_denied_requests", "Requests that the service did not let pass");
        this.service = new Service(config, context.meters());
        this.threads = new CheckThreads("sluice-forward-auth", config.concurrency());
        this.verdicts = new Verdicts(config, service, context, threads);
    }

    // A client could send what the service tells, and somebody behind this filter could believe it.
    private static Set<String> removed(ForwardAuthConfig config) {
        Set<String> names = new LinkedHashSet<>(config.claims().values());
        if (config.nameHeader() != null) {
            names.add(config.nameHeader());
        }
        if (!config.forwardCredentials()) {
            names.add("Authorization");
            names.add("Cookie");
        }
        return names.stream().map(ForwardAuthFilter::plain).collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public RequestPlan onRequest(RequestHead head, Exchange exchange) {
        String ambiguity = head.target().ambiguity();
        if (ambiguity != null) {
            return RequestPlan.refuse(400, ambiguity);
        }
        // The cluster would read /_close?index=logs as /logs/_close, which the service cannot know.
        if (!head.target().synonyms().isEmpty()) {
            return INDEX_IN_QUERY;
        }
        Question question = Question.of(config.send(), head, exchange);
        if (question == null) {
            return UNSHOWABLE;
        }
        CompletableFuture<Verdict> verdict =
                verdicts.start(question, exchange.client().getAddress());
        return verdict.isDone()
                ? plan(verdict.join(), head, exchange)
                : new RequestPlan.Later<>(verdict, found -> plan(found, head, exchange));
    }

    private RequestPlan plan(Verdict verdict, RequestHead head, Exchange exchange) {
        return switch (verdict) {
            case Verdict.Allowed allowed -> accept(allowed, head, exchange);
            case Verdict.Denied denied -> {
                denials.increment();
                yield RequestPlan.answer(denied.reply());
            }
            case Verdict.Busy busy -> BUSY;
            case Verdict.Unavailable unavailable -> UNAVAILABLE;
        };
    }

    private RequestPlan accept(Verdict.Allowed allowed, RequestHead head, Exchange exchange) {
        Principal principal = allowed.principal();
        if (principal != null) {
            exchange.put(ExchangeKey.PRINCIPAL, principal);
        }
        return new RequestPlan.Head(cleared(head));
    }

    private RequestHead cleared(RequestHead head) {
        Set<String> found = new LinkedHashSet<>();
        head.headers().forEach((name, value) -> {
            if (removed.contains(plain(name))) {
                found.add(name);
            }
        });
        RequestHead cleared = head;
        for (String name : found) {
            cleared = cleared.withoutHeader(name);
        }
        return cleared;
    }

    // What stands before a cluster may take an underscore for a hyphen.
    private static String plain(String name) {
        return name.toLowerCase(Locale.ROOT).replace('_', '-');
    }

    @Override
    public void close() {
        threads.close();
        service.close();
    }
}
