package io.sluice.filters.upstreamcredentials;

import io.sluice.api.ClusterReader;
import io.sluice.api.Exchange;
import io.sluice.api.ExchangeKey;
import io.sluice.api.Filter;
import io.sluice.api.FilterContext;
import io.sluice.api.FilterMeters;
import io.sluice.api.FilterType;
import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import io.sluice.api.UpstreamCredentials;
import io.sluice.filters.match.Condition;
import io.sluice.filters.match.PathGuard;
import io.sluice.filters.upstreamcredentials.UpstreamCredentialsConfig.Otherwise;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Chooses what a request shows its cluster, by who asks: credentials, or the user in whose name the cluster acts. */
@FilterType(
        value = "upstream-credentials",
        description = "chooses the credentials that a request shows its cluster, by user, claim or tenant")
final class UpstreamCredentialsFilter implements Filter {

    private static final RequestPlan NOBODY =
            RequestPlan.refuse(403, "no credentials for the cluster are configured for this user");
    private static final RequestPlan NAMELESS =
            RequestPlan.refuse(403, "the request has no user whose name the cluster can be told");

    private final List<Choice> choices;
    private final Otherwise otherwise;
    private final PathGuard paths;
    private final FilterMeters.Counter refusals;

    /** A rule, ready to be used. */
    private record Choice(
            @Nullable Condition when,
            UpstreamCredentials credentials,
            @Nullable String runAs) {
        boolean isFor(RequestHead head, Exchange exchange) {
            return when == null || when.matches(head, exchange);
        }
    }

    UpstreamCredentialsFilter(UpstreamCredentialsConfig config, FilterContext context) {
        check(config, context.reached());
        this.choices = config.rules().stream()
                .map(rule -> new Choice(rule.when(), rule.credentials(), rule.runAs()))
                .toList();
        this.otherwise = config.otherwise();
        this.paths = new PathGuard(config.rules().stream().flatMap(rule -> Stream.ofNullable(rule.when())));
        this.refusals = context.meters()
                .counter(
                        "credentials_refused_requests",
                        "Requests that were refused because no credentials are for them");
    }

    private static void check(UpstreamCredentialsConfig config, List<ClusterReader> reached) {
        for (ClusterReader cluster : reached) {
            if (config.otherwise() == Otherwise.CLUSTER && !cluster.hasCredentials()) {
                throw new IllegalArgumentException(
                        "otherwise: cluster needs clusters." + cluster.cluster() + ".auth, which is not there");
            }
            if (config.runsAsBesideThoseOfTheCluster() && !cluster.canRunAs()) {
                throw new IllegalArgumentException("a rule with runAs alone needs username and password in clusters."
                        + cluster.cluster() + ".auth; servers may ignore it beside other credentials");
            }
        }
        boolean secret = config.rules().stream().anyMatch(CredentialsRule::hasSecret);
        if (secret && reached.size() > 1 && !config.severalClusters()) {
            throw new IllegalArgumentException("requests of this flow can reach the clusters "
                    + reached.stream().map(ClusterReader::cluster).collect(Collectors.joining(", "))
                    + ", each of which would see the credentials of the rules; set severalClusters: true if they may");
        }
    }

    @Override
    public RequestPlan onRequest(RequestHead head, Exchange exchange) {
        Reply refusal = paths.refusal(head, exchange);
        if (refusal != null) {
            return RequestPlan.answer(refusal);
        }
        for (Choice choice : choices) {
            if (choice.isFor(head, exchange)) {
                return choose(choice, exchange);
            }
        }
        if (otherwise == Otherwise.REFUSE) {
            return refused(NOBODY);
        }
        exchange.put(ExchangeKey.UPSTREAM_CREDENTIALS, UpstreamCredentials.ofCluster());
        return RequestPlan.pass();
    }

    private RequestPlan choose(Choice choice, Exchange exchange) {
        if (choice.runAs() == null) {
            exchange.put(ExchangeKey.UPSTREAM_CREDENTIALS, choice.credentials());
            return RequestPlan.pass();
        }
        String user = RunAs.name(choice.runAs(), exchange);
        if (user == null) {
            return refused(NAMELESS);
        }
        exchange.put(ExchangeKey.UPSTREAM_CREDENTIALS, choice.credentials().as(user));
        return RequestPlan.pass();
    }

    private RequestPlan refused(RequestPlan plan) {
        refusals.increment();
        return plan;
    }

    @Override
    public String explain(RequestHead head, Exchange exchange) {
        for (int i = 0; i < choices.size(); i++) {
            Choice choice = choices.get(i);
            if (choice.isFor(head, exchange)) {
                String user = choice.runAs() == null ? null : RunAs.name(choice.runAs(), exchange);
                return "credentials of rules[" + i + "]" + (user == null ? "" : ", in the name of " + user);
            }
        }
        return otherwise == Otherwise.REFUSE ? "no rule is for this request" : "credentials of the cluster";
    }
}
