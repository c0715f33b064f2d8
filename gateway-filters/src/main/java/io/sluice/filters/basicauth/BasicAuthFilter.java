package io.sluice.filters.basicauth;

import io.sluice.api.Challenge;
import io.sluice.api.Exchange;
import io.sluice.api.Filter;
import io.sluice.api.FilterContext;
import io.sluice.api.FilterType;
import io.sluice.api.Principal;
import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import io.sluice.api.check.AcceptedClient;
import io.sluice.api.check.BasicCredentials;
import io.sluice.api.check.CheckThreads;
import io.sluice.filters.watch.WatchedFile;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Passes requests whose Authorization header has a user of the file and the right password, and stores the user as the
 * exchange's principal. Passwords are checked off the event loops, on threads of the filter's own: each check takes a core for a while, and
 * whoever sends wrong passwords must not hold up the work of other filters.
 */
@FilterType(
        value = "basic-auth",
        description = "checks user name and password against an htpasswd file with bcrypt hashes")
final class BasicAuthFilter implements Filter {

    private static final String AUTHORIZATION = "Authorization";
    private static final RequestPlan BUSY = RequestPlan.answer(Reply.busy("too many passwords wait to be checked", 1));

    private final CheckThreads threads;
    private final WatchedFile<PasswordCheck> file;
    private final AutoCloseable reloading;
    private final boolean forward;
    private final RequestPlan missing;
    private final RequestPlan refused;

    BasicAuthFilter(BasicAuthConfig config, FilterContext context) throws IOException {
        Challenge challenge = Challenge.of("Basic", config.realm()).with("charset", "UTF-8");
        this.forward = config.forwardAuthorization();
        this.missing = RequestPlan.answer(
                Reply.unauthorized("missing authentication credentials for REST request", challenge));
        this.refused = RequestPlan.answer(
                Reply.unauthorized("unable to authenticate with the credentials of the REST request", challenge));
        CheckThreads cores =
                new CheckThreads("sluice-basic-auth", Runtime.getRuntime().availableProcessors());
        this.threads = cores;
        this.file = new WatchedFile<>(
                "password file",
                config.file(),
                bytes -> PasswordCheck.of(bytes, config, cores, context),
                context.meters());
        context.meters()
                .gauge(
                        "known_users",
                        "Users in the password file",
                        () -> file.current().users());
        this.reloading = context.every(config.reloadEvery(), file::look);
    }

    @Override
    public RequestPlan onRequest(RequestHead head, Exchange exchange) {
        List<String> values = head.headers().all(AUTHORIZATION);
        if (values.isEmpty()) {
            return missing;
        }
        BasicCredentials credentials = values.size() == 1 ? BasicCredentials.parse(values.getFirst()) : null;
        if (credentials == null) {
            return refused;
        }
        String user = credentials.user();
        CompletableFuture<PasswordCheck.Outcome> check =
                file.current().start(credentials, exchange.client().getAddress());
        return check.isDone()
                ? plan(check.join(), user, head, exchange)
                : new RequestPlan.Later<>(check, outcome -> plan(outcome, user, head, exchange));
    }

    private RequestPlan plan(PasswordCheck.Outcome outcome, String user, RequestHead head, Exchange exchange) {
        return switch (outcome) {
            case VERIFIED -> AcceptedClient.plan(new Principal(user, "basic-auth"), head, exchange, forward);
            case REFUSED -> refused;
            case BUSY -> BUSY;
        };
    }

    @Override
    public void close() {
        try {
            reloading.close();
        } catch (Exception e) {
            throw new IllegalStateException("the reloading of the password file could not be stopped", e);
        } finally {
            threads.close();
        }
    }
}
