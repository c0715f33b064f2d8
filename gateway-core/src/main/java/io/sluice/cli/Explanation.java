package io.sluice.cli;

import io.sluice.api.ExchangeKey;
import io.sluice.api.Headers;
import io.sluice.api.Principal;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import io.sluice.api.TenantPlace;
import io.sluice.chain.RequestChain;
import io.sluice.config.BulkConfig;
import io.sluice.config.ClusterConfig;
import io.sluice.config.GatewayConfig;
import io.sluice.config.ListenerConfig;
import io.sluice.config.MatchConfig;
import io.sluice.config.RouteConfig;
import io.sluice.failure.Failure;
import io.sluice.plugin.FilterInstance;
import io.sluice.queue.QueueEntrance;
import io.sluice.regroup.Regrouping;
import io.sluice.server.HeadPreview;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The way of one request through one listener, in words. For one call. */
final class Explanation {

    private final GatewayConfig config;
    private final Preview preview;
    private final ListenerConfig listener;
    private final String method;
    private final String target;
    private final List<List<String>> rows = new ArrayList<>();

    /** @param words the request's method and target */
    Explanation(Preview preview, ListenerConfig listener, String[] words) {
        this.method = words[0];
        this.target = words[1];
        this.config = preview.config();
        this.preview = preview;
        this.listener = listener;
    }

    /** One line for each step. */
    List<String> lines(Headers headers, byte[] body, InetSocketAddress client) {
        row("request", method + " " + target);
        row("listener", listener.name() + ", " + listener.bind() + (listener.tls() == null ? "" : ", TLS"));
        switch (HeadPreview.of(listener, config.targetsDecide(listener), method, target, headers)) {
            case HeadPreview.Refused refused ->
                row(
                        "request",
                        "refused with " + refused.failure().status() + " before any route: "
                                + refused.failure().reason());
            case HeadPreview.Answered answered ->
                row(
                        "request",
                        "answered with " + answered.reply().status() + " by the gateway itself, before any route");
            case HeadPreview.Accepted accepted -> accepted(accepted.head(), body, client);
        }
        return finish();
    }

    private void accepted(RequestHead head, byte[] body, InetSocketAddress client) {
        if (!head.target().raw().equals(target)) {
            row(
                    "target",
                    target.startsWith("/")
                            ? "goes on as it was read: " + head.target()
                            : "goes on as " + head.target() + ", with Host: "
                                    + head.headers().get("Host"));
        }
        RouteConfig route = route(head);
        row("flow", route.flow());
        ExplainedExchange exchange =
                new ExplainedExchange(head, listener, route.flow(), client, config.reach(route.flow()));
        RequestHead sent = filters(head, body, exchange);
        facts(exchange);
        if (sent != null) {
            cluster(route, exchange);
            queue(route.flow(), sent, exchange.chosen());
            bulk(route.flow(), sent, body.length, exchange.chosen());
        }
    }

    private List<String> finish() {
        rows.add(List.of(""));
        return Columns.align(rows);
    }

    private RouteConfig route(RequestHead head) {
        int number = 0;
        for (RouteConfig route : listener.routes()) {
            String mismatch = route.match() == null ? null : mismatch(route.match(), head);
            row("route " + ++number, mismatch == null ? "taken: " + reason(route.match()) : "not taken: " + mismatch);
            if (mismatch == null) {
                return route;
            }
        }
        throw new IllegalStateException("the last route of a listener takes everything");
    }

    private static @Nullable String mismatch(MatchConfig match, RequestHead head) {
        if (match.matches(head)) {
            return null;
        }
        boolean method = match.methods().isEmpty() || match.methods().contains(head.method());
        return method ? "the path is none of " + join(match.paths()) : "the method is none of " + join(match.methods());
    }

    private static String reason(@Nullable MatchConfig match) {
        if (match == null) {
            return "it takes what no other route took";
        }
        String methods = match.methods().isEmpty() ? "" : "the method is one of " + join(match.methods());
        String paths = match.paths().isEmpty() ? "" : "the path is one of " + join(match.paths());
        return methods + (methods.isEmpty() || paths.isEmpty() ? "" : ", ") + paths;
    }

    // The head that goes on to a cluster, or null if a filter answers.
    private @Nullable RequestHead filters(RequestHead original, byte[] sent, ExplainedExchange exchange) {
        RequestHead head = original;
        byte[] body = sent;
        int number = 0;
        for (FilterInstance instance : preview.filters(exchange.flow())) {
            PlanExplanation plan =
                    new PlanExplanation(head, body, config.plugins().filterTimeout());
            RequestPlan settled;
            BodyPreview after;
            String why;
            try {
                RequestPlan made = instance.filter().onRequest(head, exchange);
                Failure refused = RequestChain.refusal(made, head);
                settled = refused == null ? plan.settle(made) : new RequestPlan.Answer(refused.reply());
                after = BodyPreview.of(settled, body);
                why = instance.filter().explain(head, exchange);
            } catch (RuntimeException e) {
                row("filter " + ++number, instance.type() + ": fails, so the request gets 500: " + e);
                return null;
            }
            row(
                    "filter " + ++number,
                    instance.type() + ": " + plan.text(settled) + after.text()
                            + (why.isEmpty() ? "" : " (" + why + ")"));
            if (settled instanceof RequestPlan.Answer || after.refusal() != null) {
                row("cluster", "none, the filter answers");
                return null;
            }
            head = PlanExplanation.head(settled, head);
            body = after.body();
        }
        return head;
    }

    private void cluster(RouteConfig route, ExplainedExchange exchange) {
        String named = config.clusterOf(route.flow());
        String chosen = exchange.chosen();
        ClusterConfig cluster = Objects.requireNonNull(config.clusters().get(chosen == null ? named : chosen));
        row(
                "cluster",
                chosen == null
                        ? named + ", to which flow " + route.flow() + " relays: " + join(cluster.nodes())
                        : chosen + ", chosen by a filter instead of " + named + ": " + join(cluster.nodes()));
    }

    private void queue(String flow, RequestHead sent, @Nullable String chosen) {
        String queue = config.queueOf(flow);
        if (queue != null) {
            boolean elsewhere = chosen != null && !chosen.equals(config.clusterOf(flow));
            String fate = " does not take it: it goes to the cluster at once";
            if (!elsewhere && Regrouping.isOddBulk(sent)) {
                fate = " refuses it: servers may take its path for that of a bulk";
            } else if (!elsewhere && QueueEntrance.isWrite(sent)) {
                fate = " keeps it, if it asks for nothing that a queue cannot promise";
            }
            row("queue", queue + fate);
        }
    }

    // What filters have learnt about the client.
    private void facts(ExplainedExchange exchange) {
        Principal principal = exchange.get(ExchangeKey.PRINCIPAL);
        if (principal != null) {
            row("user", principal.name() + ", for which " + principal.realm() + " vouches");
        }
        String tenant = exchange.get(ExchangeKey.TENANT);
        if (tenant != null) {
            row("tenant", tenant);
        }
        TenantPlace place = exchange.get(ExchangeKey.PLACE);
        if (place != null) {
            row("place", place.name() + ", by version " + place.version() + " of the table of places");
        }
    }

    // If no body is given, its length is unknown and its type is assumed to be the usual one.
    private void bulk(String flow, RequestHead head, int length, @Nullable String chosen) {
        Regrouping regrouping = preview.regrouping(flow);
        if (regrouping == null) {
            return;
        }
        RequestHead typed = head.headers().get("Content-Type") == null
                ? head.withHeader("Content-Type", "application/x-ndjson")
                : head;
        switch (regrouping.decide(typed, length == 0 ? -1 : length, chosen)) {
            case Regrouping.Whole whole -> {
                if (whole.reason() != null) {
                    row(
                            "bulk",
                            "relayed whole to one node, because: "
                                    + whole.reason().tag());
                }
            }
            case Regrouping.Refusal refusal ->
                row("bulk", "refused: " + refusal.failure().reason());
            case Regrouping.Plan plan -> row("bulk", split(regrouping));
        }
    }

    private static String split(Regrouping regrouping) {
        BulkConfig bulk = regrouping.config();
        String by = "split by router '" + bulk.groupBy() + "'";
        return regrouping.router().isOptional()
                ? by + ", if it has at least " + bulk.minBytes() + " and " + bulk.minItems()
                        + " items, and the gateway knows the indices that it names"
                : by;
    }

    private static String join(List<?> values) {
        return values.stream().map(Object::toString).collect(Collectors.joining(", "));
    }

    private void row(String stop, String text) {
        rows.add(List.of(stop, text));
    }
}
