package io.sluice.filters.authorize;

import io.sluice.api.Exchange;
import io.sluice.api.ExchangeKey;
import io.sluice.api.Filter;
import io.sluice.api.FilterContext;
import io.sluice.api.FilterType;
import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import io.sluice.api.RequestTarget;
import io.sluice.api.ResponseHead;
import io.sluice.api.ResponsePlan;
import io.sluice.filters.handle.HandleSealer;
import io.sluice.filters.match.PathGuard;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Allows what rules allow, by what a request does, the indices that it names, and who sends it. Immutable. */
@FilterType(value = "authorize", description = "allows reading, writing and managing by user, claim and index")
final class AuthorizeFilter implements Filter {

    private final List<Judge.Numbered> all;
    private final boolean conditional;
    private final boolean dryRun;
    private final PathGuard guard;
    private final Denials denials;
    private final @Nullable NamesWatch watch;
    private final HandleSealer sealer;
    /** What was judged; a key of this filter's own, as several of a flow seal ids one around the other. */
    private final ExchangeKey<Request> judged = new ExchangeKey<>("judged", Request.class);

    AuthorizeFilter(AuthorizeConfig config, FilterContext context) throws IOException {
        List<Judge.Numbered> numbered = new ArrayList<>();
        for (AuthorizeRule rule : config.rules()) {
            numbered.add(new Judge.Numbered(numbered.size(), rule));
        }
        this.all = List.copyOf(numbered);
        this.conditional = config.rules().stream().anyMatch(rule -> rule.when() != null);
        this.dryRun = config.dryRun();
        this.guard =
                new PathGuard(config.rules().stream().map(AuthorizeRule::when).filter(Objects::nonNull));
        this.denials = new Denials(config, context);
        this.sealer =
                new HandleSealer(config.handles().bytes(), config.handles().lifetime(), context.clock());
        this.watch = config.resolve() && namesIndices(config) ? new NamesWatch(context, all) : null;
    }

    private static boolean namesIndices(AuthorizeConfig config) {
        return config.rules().stream().anyMatch(rule -> !rule.indices().isEmpty());
    }

    @Override
    public RequestPlan onRequest(RequestHead head, Exchange exchange) {
        CompletableFuture<Void> pending = watch == null ? null : watch.pending();
        return pending == null
                ? judged(head, exchange)
                : new RequestPlan.Later<>(pending, done -> judged(head, exchange));
    }

    private RequestPlan judged(RequestHead head, Exchange exchange) {
        Access access = access(head, exchange);
        String unreadable = unreadable(head);
        if (unreadable != null) {
            return access.unjudged() ? RequestPlan.pass() : RequestPlan.refuse(400, unreadable);
        }
        Reply split = dryRun ? null : guard.refusal(head, exchange);
        if (split != null) {
            return RequestPlan.answer(split);
        }
        RequestHead request = head.withTarget(head.target().canonical());
        OwnHandles handles = new OwnHandles(sealer, exchange.get(ExchangeKey.PRINCIPAL), access, dryRun);
        Endpoint.Match match = Endpoints.of(request.method(), request.target());
        RequestHead sent = dryRun ? request : match.endpoint().asRead(request);
        Request judging = new Request(sent, match, access, handles, dryRun);
        exchange.put(judged, judging);
        return judging.plan();
    }

    @Override
    public ResponsePlan onResponse(ResponseHead head, Exchange exchange) {
        Request request = exchange.get(judged);
        return request == null ? ResponsePlan.pass() : request.answer(head);
    }

    private Access access(RequestHead head, Exchange exchange) {
        List<Judge.Numbered> rules = rules(head, exchange);
        Judge judge = watch == null
                ? new Judge(rules, () -> RuledNames.NONE, () -> {}, () -> null)
                : new Judge(rules, watch::names, watch::miss, watch::fresh);
        return new Access(judge, denials, exchange);
    }

    private List<Judge.Numbered> rules(RequestHead head, Exchange exchange) {
        return conditional
                ? all.stream().filter(each -> each.isFor(head, exchange)).toList()
                : all;
    }

    // A server may do something else than what the path says.
    private static @Nullable String unreadable(RequestHead head) {
        RequestTarget target = head.target();
        String ambiguity = target.ambiguity();
        if (ambiguity != null || target.rawQuery() == null) {
            return ambiguity;
        }
        List<RequestTarget> synonyms = target.synonyms();
        if (synonyms.isEmpty()) {
            return null;
        }
        Endpoint.Match match = Endpoints.of(head.method(), target);
        return synonyms.stream()
                        .allMatch(each -> Endpoints.of(head.method(), each).isLike(match))
                ? null
                : "the query names what belongs into the path";
    }

    @Override
    public void close() {
        denials.close();
    }

    @Override
    public String explain(RequestHead head, Exchange exchange) {
        String unreadable = unreadable(head);
        if (unreadable != null) {
            return unreadable;
        }
        Endpoint.Match match = Endpoints.of(head.method(), head.target());
        List<String> kinds =
                match.endpoint().classes().stream().map(EndpointClass::label).toList();
        return String.join(" and ", kinds)
                + (match.indices() == null ? "" : " of " + match.indices())
                + ", judged by " + rules(head, exchange).size() + " of " + all.size() + " rules";
    }
}
