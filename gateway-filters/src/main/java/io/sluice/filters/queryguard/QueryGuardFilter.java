package io.sluice.filters.queryguard;

import io.sluice.api.BulkEdit;
import io.sluice.api.BulkItemPlan;
import io.sluice.api.BulkOperation;
import io.sluice.api.Exchange;
import io.sluice.api.Filter;
import io.sluice.api.FilterContext;
import io.sluice.api.FilterType;
import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import io.sluice.api.RequestTarget;
import io.sluice.filters.http.JsonTypes;
import io.sluice.filters.match.PathGuard;
import io.sluice.filters.search.HeldSearch;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Denies, caps or logs searches that would hurt the cluster. Immutable. */
@FilterType(value = "query-guard", description = "denies or caps searches that would hurt the cluster")
final class QueryGuardFilter implements Filter {

    /** Bytes of a search that is held until it is known whether it names a point in time. */
    private static final int MAX_HELD = 1 << 20;

    private final List<Rules.Numbered> all;
    private final Rules always;
    private final boolean conditional;
    private final PathGuard guard;
    private final Reports reports;

    QueryGuardFilter(QueryGuardConfig config, FilterContext context) {
        List<Rules.Numbered> numbered = new ArrayList<>();
        for (GuardRule rule : config.rules()) {
            numbered.add(new Rules.Numbered(numbered.size(), rule));
        }
        this.all = List.copyOf(numbered);
        this.always = new Rules(all);
        this.conditional = config.rules().stream().anyMatch(rule -> rule.when() != null);
        this.guard = new PathGuard(config.rules().stream().map(GuardRule::when).filter(Objects::nonNull));
        this.reports = new Reports(context);
    }

    @Override
    public RequestPlan onRequest(RequestHead head, Exchange exchange) {
        Reply split = guard.refusal(head, exchange);
        if (split != null) {
            reports.denied(Reports.UNREADABLE);
            return RequestPlan.answer(split);
        }
        Rules rules = rules(head, exchange);
        if (rules.isEmpty()) {
            return RequestPlan.pass();
        }
        Judge judge = new Judge(rules, reports, exchange);
        String ambiguity = ambiguity(head.target());
        if (ambiguity != null) {
            Reply refusal = judge.unreadable(() -> ambiguity);
            return refusal == null ? RequestPlan.pass() : RequestPlan.answer(refusal);
        }
        Reply dear = UrlLimits.everywhere(head.target(), judge);
        if (dear != null) {
            return RequestPlan.answer(dear);
        }
        Endpoint endpoint = Endpoint.of(head.target());
        return endpoint == null ? RequestPlan.pass() : judged(endpoint, head, judge);
    }

    private Rules rules(RequestHead head, Exchange exchange) {
        return conditional
                ? new Rules(
                        all.stream().filter(each -> each.isFor(head, exchange)).toList())
                : always;
    }

    // A server may take for a search what has the path of something else.
    private static @Nullable String ambiguity(RequestTarget target) {
        String ambiguity = target.ambiguity();
        if (ambiguity != null || target.rawQuery() == null) {
            return ambiguity;
        }
        Endpoint.Form form = Endpoint.formOf(target);
        return target.synonyms().stream().anyMatch(each -> Endpoint.formOf(each) != form)
                ? "the query names what belongs into the path"
                : null;
    }

    private RequestPlan judged(Endpoint endpoint, RequestHead head, Judge judge) {
        Endpoint.Form form = endpoint.form();
        if (form.runsScriptsOnly()) {
            return judge.watches(Kind.SCRIPTS) ? scripts(form, head, judge) : RequestPlan.pass();
        }
        if (form == Endpoint.Form.TERM_VECTORS) {
            return judge.watches(Kind.AMOUNTS)
                    ? read(head, judge, () -> new RequestPlan.Json(head, new TermVectors(judge)))
                    : RequestPlan.pass();
        }
        if (form == Endpoint.Form.TEXT) {
            Reply refusal = judge.unreadable(() -> "it is a template, or in a language that is not read here");
            return refusal == null ? RequestPlan.pass() : RequestPlan.answer(refusal);
        }
        Page page = form == Endpoint.Form.TILE ? Page.ofTile(judge) : new Page(judge);
        UrlLimits url = UrlLimits.of(form, head.target(), judge, page);
        if (url.refusal() != null) {
            return RequestPlan.answer(url.refusal());
        }
        RequestHead sent = head.withTarget(url.target());
        String indices = endpoint.indices(head.target());
        IndexExpression expression = IndexExpression.of(indices);
        boolean none = indices == null || indices.isEmpty();
        if (none && form == Endpoint.Form.SEARCH && judge.deniesAllIndices()) {
            // Only a point in time names indices that the URL lacks, and its place in the body is anywhere.
            return new RequestPlan.Aggregate(
                    MAX_HELD,
                    whole -> HeldSearch.hasPointInTime(whole)
                            ? pointInTime(sent, judge, page, expression)
                            : named(form, sent, judge, page, expression));
        }
        return none && !form.searchesAllByDefault()
                ? body(form, sent, judge, page, expression)
                : named(form, sent, judge, page, expression);
    }

    private static RequestPlan named(
            Endpoint.Form form, RequestHead head, Judge judge, Page page, IndexExpression indices) {
        Reply refusal = judge.indices(indices);
        return refusal == null ? body(form, head, judge, page, indices) : RequestPlan.answer(refusal);
    }

    // Whatever the rules are about: the look ahead is right about strict JSON only.
    private static RequestPlan pointInTime(RequestHead head, Judge judge, Page page, IndexExpression indices) {
        Reply foreign = foreign(head, judge);
        GuardVisitor search = new GuardVisitor(Places.ALL.search(), judge, page, true);
        return foreign == null
                ? new RequestPlan.Json(head, new PointInTimeSearch(search, judge, indices))
                : RequestPlan.answer(foreign);
    }

    private static RequestPlan scripts(Endpoint.Form form, RequestHead head, Judge judge) {
        if (form == Endpoint.Form.SCRIPT || form == Endpoint.Form.RUN_SCRIPT) {
            boolean stores = head.method().equals("PUT") || head.method().equals("POST");
            Reply refusal = stores || form == Endpoint.Form.RUN_SCRIPT ? judge.script(null, () -> "the request") : null;
            return refusal == null ? RequestPlan.pass() : RequestPlan.answer(refusal);
        }
        return read(head, judge, () -> scriptsInside(form, head, judge));
    }

    private static RequestPlan scriptsInside(Endpoint.Form form, RequestHead head, Judge judge) {
        Place root = form == Endpoint.Form.SIMULATION ? Places.ALL.simulation() : Places.ALL.update();
        GuardVisitor update = new GuardVisitor(root, judge, new Page(judge), false);
        if (form != Endpoint.Form.BULK) {
            return new RequestPlan.Json(head, update);
        }
        BulkItemPlan judged = new BulkItemPlan.Rewrite(new BulkEdit(), update);
        return new RequestPlan.Bulk(
                head, (item, url, position) -> item.operation() == BulkOperation.UPDATE ? judged : BulkItemPlan.keep());
    }

    private static @Nullable Reply foreign(RequestHead head, Judge judge) {
        return JsonTypes.isForeign(head.headers()) ? judge.unreadable(406, () -> "its body is not JSON") : null;
    }

    private static RequestPlan body(
            Endpoint.Form form, RequestHead head, Judge judge, Page page, IndexExpression indices) {
        boolean named = judge.watches(Kind.INDICES) && form.namesIndicesInside();
        Place root = root(form);
        if (root == null || !judge.rules().readsBodies() && !named) {
            return new RequestPlan.Head(head);
        }
        return read(
                head,
                judge,
                () -> form == Endpoint.Form.MSEARCH
                        ? new RequestPlan.Ndjson(head, new GuardLines(judge, page, indices))
                        : new RequestPlan.Json(head, new GuardVisitor(root, judge, page, form.takesSize())));
    }

    // A body that is not JSON is refused, or goes on unread if the rules only log.
    private static RequestPlan read(RequestHead head, Judge judge, Supplier<RequestPlan> json) {
        Reply foreign = foreign(head, judge);
        if (foreign != null) {
            return RequestPlan.answer(foreign);
        }
        return JsonTypes.isForeign(head.headers()) ? new RequestPlan.Head(head) : json.get();
    }

    private static @Nullable Place root(Endpoint.Form form) {
        Places places = Places.ALL;
        return switch (form) {
            case SEARCH, TILE, OWN_SEARCH, MSEARCH -> places.search();
            case NEIGHBOURS -> places.neighbourSearch();
            case QUERY, KEPT_OPEN -> places.queryOnly();
            case BY_QUERY -> places.byQuery();
            case REINDEX -> places.reindex();
            case RATED -> places.ratedSearches();
            case ANY_JSON -> places.anyJson();
            case SCROLL -> places.scroll();
            case UPDATE, BULK, SCRIPT, RUN_SCRIPT, SIMULATION, TEXT, TERM_VECTORS -> null;
        };
    }

    @Override
    public String explain(RequestHead head, Exchange exchange) {
        Rules rules = rules(head, exchange);
        if (rules.isEmpty()) {
            return "no rule is for this request";
        }
        String names = String.join(", ", rules.names());
        Endpoint.Form form = Endpoint.formOf(head.target());
        return form == null
                ? "it neither searches nor reads terms, so no rule is asked: " + names
                : "judged by " + names;
    }
}
