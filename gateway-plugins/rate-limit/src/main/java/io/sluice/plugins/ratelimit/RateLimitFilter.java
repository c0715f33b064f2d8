package io.sluice.plugins.ratelimit;

import io.sluice.api.Exchange;
import io.sluice.api.ExchangeKey;
import io.sluice.api.ExchangeSummary;
import io.sluice.api.Filter;
import io.sluice.api.FilterContext;
import io.sluice.api.FilterMeters;
import io.sluice.api.PathPattern;
import io.sluice.api.PerValue;
import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import io.sluice.api.ResponseHead;
import io.sluice.api.ResponsePlan;
import io.sluice.filters.match.Condition;
import io.sluice.filters.match.PathGuard;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Lets requests through as long as their buckets have tokens. Buckets belong to the process, not to the filter
 * ({@link BucketRegistry}). Thread-safe; no call blocks.
 */
final class RateLimitFilter implements Filter {

    private static final List<PathPattern> BULK = List.of(
            PathPattern.parse("/_bulk"),
            PathPattern.parse("/{index}/_bulk"),
            PathPattern.parse("/{index}/{type}/_bulk"));

    /** Redis answers within a fraction of the time for which tokens are awaited. */
    private static final long ANSWERS_FOR_ONE = 10;

    private final RateLimitConfig config;
    private final BucketRegistry.Lease lease;
    private final List<ActiveLimit> limits;
    private final PathGuard guard;
    private final boolean dependsOnPath;
    private final WaitingRoom forTokens;
    private final WaitingRoom forAnswers;
    private final FilterMeters.Counter ambiguous;
    private final ExchangeKey<Charges> taken = new ExchangeKey<>("rate-limit", Charges.class);
    private final ExchangeKey<Admission> delayed = new ExchangeKey<>("rate-limit admission", Admission.class);

    RateLimitFilter(RateLimitConfig config, FilterContext context, BucketRegistry registry) throws IOException {
        this.config = config;
        List<Limit> made = config.limits().stream().map(Limit::new).toList();
        this.lease = registry.lease(config, made, context);
        PerValue<FilterMeters> byLimit = context.meters().perValue("limit", made.size(), meters -> meters);
        this.limits = made.stream()
                .map(limit -> ActiveLimit.of(limit, lease.of(limit), config.headers(), byLimit.of(limit.name())))
                .toList();
        this.guard = new PathGuard(config.limits().stream()
                .map(LimitConfig::when)
                .filter(Objects::nonNull)
                .map(Condition.class::cast));
        this.dependsOnPath = config.limits().stream()
                .anyMatch(limit -> limit.of() == Counted.DOCUMENTS || limit.by().contains("index"));
        this.forTokens = new WaitingRoom(config.maxWaiting());
        this.forAnswers =
                new WaitingRoom((int) Math.min(Integer.MAX_VALUE, ANSWERS_FOR_ONE * (long) config.maxWaiting()));
        this.ambiguous = context.meters()
                .counter("ambiguous_requests", "Requests that were refused since their path can be read in two ways");
        context.meters().gauge("waiting_requests", "Requests that wait for tokens", forTokens::size);
        context.meters().gauge("redis_away", "1 while Redis does not answer, else 0", () -> lease.isAway() ? 1 : 0);
        for (ActiveLimit limit : limits) {
            byLimit.of(limit.limit().name()).gauge("buckets", "Buckets of a limit in memory", limit.buckets()::size);
        }
    }

    @Override
    public RequestPlan onRequest(RequestHead head, Exchange exchange) {
        Reply refusal = ambiguity(head, exchange);
        if (refusal != null) {
            ambiguous.increment();
            return RequestPlan.answer(refusal);
        }
        boolean bulk = isBulk(head);
        List<Wanted> wanted = new ArrayList<>(limits.size());
        List<ItemTokens> items = new ArrayList<>(0);
        for (ActiveLimit limit : limits) {
            if (limit.limit().means(head, exchange)) {
                add(limit, head, exchange, bulk ? items : null, wanted);
            }
        }
        if (wanted.isEmpty() && items.isEmpty()) {
            return RequestPlan.pass();
        }
        Admission admission =
                new Admission(wanted, forTokens, forAnswers, grants -> admitted(head, exchange, wanted, items, grants));
        RequestPlan plan = admission.proceed();
        if (plan instanceof RequestPlan.Later) {
            exchange.put(delayed, admission);
        }
        return plan;
    }

    private @Nullable Reply ambiguity(RequestHead head, Exchange exchange) {
        Reply refusal = guard.refusal(head, exchange);
        if (refusal != null || !dependsOnPath) {
            return refusal;
        }
        String ambiguity = head.target().ambiguity();
        return ambiguity == null ? null : Reply.refusal(400, ambiguity);
    }

    private static boolean isBulk(RequestHead head) {
        if (!head.method().equals("POST") && !head.method().equals("PUT")) {
            return false;
        }
        for (PathPattern path : BULK) {
            if (path.matches(head.target())) {
                return true;
            }
        }
        return false;
    }

    /** @param items where a bulk's limits of items go; null if the request is no bulk */
    private static void add(
            ActiveLimit limit,
            RequestHead head,
            Exchange exchange,
            @Nullable List<ItemTokens> items,
            List<Wanted> wanted) {
        boolean documents = limit.counts(Counted.DOCUMENTS);
        if (documents && items == null) {
            return;
        }
        KeyTemplate template = limit.limit().key();
        if (items != null && documents && template.byIndex()) {
            items.add(new ItemTokens(limit, head, exchange));
            return;
        }
        String key = template.of(head, exchange);
        long tokens = limit.counts(Counted.BYTES) ? bytes(limit, exchange) : 1;
        if (key != null && tokens > 0) {
            wanted.add(new Wanted(limit, key, tokens));
        }
    }

    private static long bytes(ActiveLimit limit, Exchange exchange) {
        RequestHead original = exchange.original();
        long length =
                BodyLength.of(original, limit.limit().config().unknownLength().bytes());
        return BodyLength.isKnown(original)
                ? length
                : Math.min(length, limit.limit().burst());
    }

    private RequestPlan admitted(
            RequestHead head, Exchange exchange, List<Wanted> wanted, List<ItemTokens> items, List<Grant> grants) {
        List<Wanted> bytes = new ArrayList<>(1);
        for (Wanted each : wanted) {
            if (each.limit().counts(Counted.BYTES)) {
                bytes.add(each);
            } else if (each.limit().counts(Counted.DOCUMENTS)) {
                items.add(new ItemTokens(each.limit(), head, exchange, each.key(), each.tokens()));
            }
        }
        BulkItems bulk = items.isEmpty() ? null : new BulkItems(items);
        boolean told = config.headers() == ToldIn.ALL && !wanted.isEmpty();
        if (bulk != null || !bytes.isEmpty() || told) {
            exchange.put(
                    taken, new Charges(bytes, bulk, told ? policies(wanted) : "", told ? states(wanted, grants) : ""));
        }
        return bulk == null ? RequestPlan.pass() : new RequestPlan.Bulk(head, bulk);
    }

    private static String policies(List<Wanted> wanted) {
        StringBuilder all = new StringBuilder();
        for (Wanted each : wanted) {
            all.append(all.isEmpty() ? "" : ", ").append(each.limit().refusals().asPolicy());
        }
        return all.toString();
    }

    private static String states(List<Wanted> wanted, List<Grant> grants) {
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < wanted.size(); i++) {
            all.append(all.isEmpty() ? "" : ", ")
                    .append(wanted.get(i).limit().refusals().state(grants.get(i)));
        }
        return all.toString();
    }

    @Override
    public ResponsePlan onResponse(ResponseHead head, Exchange exchange) {
        Charges charges = exchange.get(taken);
        return charges == null || charges.policies().isEmpty()
                ? ResponsePlan.pass()
                : new ResponsePlan.Head(
                        told(told(head, Refusals.POLICY, charges.policies()), Refusals.STATE, charges.states()));
    }

    // Another filter's limits stay told: the answer may be its refusal.
    private static ResponseHead told(ResponseHead head, String name, String own) {
        String others = head.headers().get(name);
        return head.withHeader(name, others == null ? own : own + ", " + others);
    }

    @Override
    public void onComplete(ExchangeSummary summary) {
        Admission admission = summary.exchange().get(delayed);
        if (admission != null) {
            admission.end();
        }
        Charges charges = summary.exchange().get(taken);
        if (charges != null) {
            charges.settle(summary.traffic().requestBytes());
        }
    }

    @Override
    public String explain(RequestHead head, Exchange exchange) {
        List<String> said = new ArrayList<>();
        for (ActiveLimit limit : limits) {
            boolean documents = limit.counts(Counted.DOCUMENTS);
            if (limit.limit().means(head, exchange) && (!documents || isBulk(head))) {
                boolean byItem = documents && limit.limit().key().byIndex();
                String key = byItem ? "each item's index" : limit.limit().key().of(head, exchange);
                said.add(
                        key == null
                                ? limit.limit().name() + " lacks its key and passes"
                                : limit.limit().name() + " takes from the bucket of "
                                        + (key.isEmpty() ? "everybody" : key));
            }
        }
        return said.isEmpty() ? "no limit means the request" : String.join("; ", said);
    }

    @Override
    public void close() {
        lease.close();
    }
}
