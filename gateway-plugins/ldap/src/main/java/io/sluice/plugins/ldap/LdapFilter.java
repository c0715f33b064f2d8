package io.sluice.plugins.ldap;

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
import io.sluice.api.check.BasicCredentials;
import io.sluice.api.check.CheckThreads;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Passes requests whose Authorization header has the name and password of a user of a directory, and stores that user
 * with groups and claims as the exchange's principal. The directory is asked off the event loops, on threads of the
 * filter's own.
 */
@FilterType(
        value = "ldap",
        description = "checks user name and password at a directory (LDAP), and takes groups from it")
final class LdapFilter implements Filter {

    private static final String AUTHORIZATION = "Authorization";
    private static final int LONGEST_USER = 256;
    private static final int LONGEST_PASSWORD = 1024;
    private static final Duration HEALTH_CHECKS = Duration.ofSeconds(30);
    private static final RequestPlan BUSY = RequestPlan.answer(Reply.busy("too many passwords wait to be checked", 1));
    private static final RequestPlan UNAVAILABLE =
            RequestPlan.answer(Reply.error(503, "security_exception", "the directory of the users could not be asked")
                    .withHeader("Retry-After", "5"));

    private final LdapConfig config;
    private final CheckThreads threads;
    private final Directory directory;
    private final Logins logins;
    private final AutoCloseable healthChecks;
    private final FilterMeters.Counter refusals;
    private final RequestPlan missing;
    private final RequestPlan wrong;

    LdapFilter(LdapConfig config, FilterContext context) throws IOException {
        context.requireInTime("timeout", config.timeout());
        Challenge challenge = Challenge.of("Basic", config.realm()).with("charset", "UTF-8");
        this.config = config;
        this.missing = RequestPlan.answer(
                Reply.unauthorized("missing authentication credentials for REST request", challenge));
        this.wrong = RequestPlan.answer(
                Reply.unauthorized("unable to authenticate with the credentials of the REST request", challenge));
        this.refusals = context.meters().counter("refused_passwords", "Requests that were refused for their password");
        this.directory = new Directory(config, context.meters());
        this.threads = new CheckThreads("sluice-ldap", config.connections());
        this.logins = new Logins(config, directory, context, threads);
        // The library keeps thread-locals, which would stay on a thread of the gateway when the plugin is replaced.
        this.healthChecks = context.every(HEALTH_CHECKS, () -> threads.execute(directory::checkConnections));
    }

    @Override
    public RequestPlan onRequest(RequestHead head, Exchange exchange) {
        List<String> values = head.headers().all(AUTHORIZATION);
        if (values.stream().noneMatch(BasicCredentials::isBasic)) {
            return config.optional() ? RequestPlan.pass() : values.isEmpty() ? missing : refused();
        }
        BasicCredentials credentials = values.size() == 1 ? BasicCredentials.parse(values.getFirst()) : null;
        if (credentials == null || !isAskable(credentials)) {
            return refused();
        }
        CompletableFuture<Finding> check =
                logins.start(credentials, exchange.client().getAddress());
        return check.isDone()
                ? plan(check.join(), head, exchange)
                : new RequestPlan.Later<>(check, finding -> plan(finding, head, exchange));
    }

    // With an empty password a directory would confirm any name.
    private static boolean isAskable(BasicCredentials credentials) {
        return credentials.password().length > 0
                && credentials.password().length <= LONGEST_PASSWORD
                && credentials.user().length() <= LONGEST_USER
                && !credentials.user().isBlank();
    }

    private RequestPlan plan(Finding finding, RequestHead head, Exchange exchange) {
        return switch (finding) {
            case Finding.Verified verified ->
                AcceptedClient.plan(verified.principal(), head, exchange, config.forwardAuthorization());
            case Finding.Refused refused -> refused();
            case Finding.Busy busy -> BUSY;
            case Finding.Unavailable unavailable -> UNAVAILABLE;
        };
    }

    private RequestPlan refused() {
        refusals.increment();
        return wrong;
    }

    @Override
    public void close() {
        try {
            healthChecks.close();
        } catch (Exception e) {
            throw new IllegalStateException("the checks of connections could not be stopped", e);
        } finally {
            threads.close();
            directory.close();
        }
    }
}
