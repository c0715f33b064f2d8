package io.sluice.plugins.jwt;

import io.sluice.api.Challenge;
import io.sluice.api.Exchange;
import io.sluice.api.Filter;
import io.sluice.api.FilterContext;
import io.sluice.api.FilterMeters;
import io.sluice.api.FilterType;
import io.sluice.api.Principal;
import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import io.sluice.api.check.AcceptedClient;
import io.sluice.api.check.CheckOrigin;
import io.sluice.api.check.FairChecks;
import io.sluice.plugins.jwt.TokenCheck.Finding;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * Passes requests whose Authorization header has a token that an issuer has signed for this service, and stores its
 * subject and claims as the exchange's principal. Signatures are checked off the event loops, once for each token.
 */
@FilterType(value = "jwt", description = "checks bearer tokens (JWT) against the public keys of their issuer")
final class JwtFilter implements Filter {

    private static final String AUTHORIZATION = "Authorization";
    private static final String SCHEME = "Bearer ";
    private static final int LONGEST_TOKEN = 16 << 10;
    private static final RequestPlan BUSY = RequestPlan.answer(Reply.busy("too many tokens wait to be checked", 1));
    private static final RequestPlan WITHOUT_KEYS = RequestPlan.answer(
            Reply.error(503, "security_exception", "the keys of the tokens' issuer could not be read")
                    .withHeader("Retry-After", "5"));

    private final JwtConfig config;
    private final FilterContext context;
    private final Keys keys;
    private final TokenCheck check;
    private final FairChecks<Question, Finding> checks;
    private final Semaphore awaitingKeys;
    private final AutoCloseable refreshing;
    private final FilterMeters.Counter checked;
    private final FilterMeters.Counter refusals;
    private final RequestPlan missing;
    private final RequestPlan wrong;
    private final RequestPlan expired;

    /** What a check answers: whether a token is right by these keys. By other keys it may be another thing. */
    private record Question(String token, KeySet keys) {}

    JwtFilter(JwtConfig config, FilterContext context) throws IOException {
        this.config = config;
        this.context = context;
        this.check = new TokenCheck(config, context.clock());
        this.checks = new FairChecks<>(context.blockingExecutor(), config.maxPending(), new Finding.Busy());
        this.awaitingKeys = new Semaphore(config.maxPending());
        this.checked = context.meters().counter("checked_tokens", "Tokens whose signature was checked");
        this.refusals = context.meters().counter("refused_tokens", "Requests that were refused for their token");
        Challenge challenge = Challenge.of("Bearer", config.realm());
        this.missing = RequestPlan.answer(
                Reply.unauthorized("missing authentication credentials for REST request", challenge));
        this.wrong = refusal("unable to authenticate with the token of the REST request", challenge);
        this.expired = refusal("the token of the REST request has expired", challenge);
        this.keys = new Keys(KeyReader.of(config.keys()), config, context);
        try {
            readFirst();
        } catch (IOException | RuntimeException e) {
            keys.close();
            throw e;
        }
        this.refreshing = context.every(config.refreshEvery(), keys::refresh);
    }

    private static RequestPlan refusal(String reason, Challenge challenge) {
        return RequestPlan.answer(Reply.unauthorized(
                reason, challenge.with("error", "invalid_token").with("error_description", reason)));
    }

    // A file is there or the configuration is wrong; a server may come later.
    private void readFirst() throws IOException {
        if (config.keys() instanceof KeysAt.File) {
            keys.read();
        } else {
            context.blockingExecutor().execute(keys::refresh);
        }
    }

    @Override
    public RequestPlan onRequest(RequestHead head, Exchange exchange) {
        List<String> values = head.headers().all(AUTHORIZATION);
        String token = values.size() == 1 ? token(values.getFirst()) : null;
        if (token == null) {
            if (values.stream().anyMatch(JwtFilter::isBearer)) {
                return refused(wrong);
            }
            return config.optional() ? RequestPlan.pass() : missing;
        }
        KeySet current = keys.current();
        Principal known =
                current == null ? null : current.known(token, context.clock().instant());
        return known == null ? checkLater(token, head, exchange) : accepted(known, head, exchange);
    }

    private static boolean isBearer(String value) {
        return value.regionMatches(true, 0, SCHEME, 0, SCHEME.length());
    }

    private static @Nullable String token(String value) {
        return isBearer(value) && value.length() <= LONGEST_TOKEN
                ? value.substring(SCHEME.length()).strip()
                : null;
    }

    private RequestPlan checkLater(String token, RequestHead head, Exchange exchange) {
        CheckOrigin origin = CheckOrigin.of(exchange.client().getAddress(), "");
        CompletableFuture<Finding> finding = find(origin, token, keys.current()).thenCompose(found -> {
            if (!(found instanceof Finding.UnknownKey unknown)) {
                return CompletableFuture.completedFuture(found);
            }
            return findAgain(origin, token, unknown);
        });
        return new RequestPlan.Later<>(finding, found -> plan(found, head, exchange));
    }

    private CompletableFuture<Finding> find(CheckOrigin origin, String token, @Nullable KeySet set) {
        if (set == null) {
            return CompletableFuture.completedFuture(new Finding.UnknownKey(null));
        }
        return checks.start(origin, new Question(token, set), () -> {
            checked.increment();
            return check.check(token, set);
        });
    }

    // The issuer may have got a key, or be there only now. No thread waits for it, and only so many requests do.
    private CompletableFuture<Finding> findAgain(CheckOrigin origin, String token, Finding.UnknownKey unknown) {
        if (!awaitingKeys.tryAcquire()) {
            return CompletableFuture.completedFuture(new Finding.Busy());
        }
        return refreshed()
                .whenComplete((set, failure) -> awaitingKeys.release())
                .thenCompose(set -> set == null || set == unknown.set()
                        ? CompletableFuture.completedFuture(new Finding.UnknownKey(set))
                        : find(origin, token, set));
    }

    private CompletableFuture<@Nullable KeySet> refreshed() {
        try {
            return keys.refreshed();
        } catch (Throwable e) {
            awaitingKeys.release();
            throw e;
        }
    }

    private RequestPlan plan(Finding finding, RequestHead head, Exchange exchange) {
        return switch (finding) {
            case Finding.Verified verified -> accepted(verified.principal(), head, exchange);
            case Finding.Busy busy -> BUSY;
            case Finding.Expired over -> refused(expired);
            case Finding.UnknownKey unknown -> refused(unknown.set() == null ? WITHOUT_KEYS : wrong);
            case Finding.Wrong bad -> refused(wrong);
        };
    }

    private RequestPlan accepted(Principal principal, RequestHead head, Exchange exchange) {
        return AcceptedClient.plan(principal, head, exchange, config.forwardAuthorization());
    }

    private RequestPlan refused(RequestPlan plan) {
        refusals.increment();
        return plan;
    }

    @Override
    public void close() {
        keys.close();
        try {
            refreshing.close();
        } catch (Exception e) {
            throw new IllegalStateException("the reading of keys could not be stopped", e);
        }
    }
}
