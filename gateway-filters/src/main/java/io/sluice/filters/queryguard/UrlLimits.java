package io.sluice.filters.queryguard;

import io.sluice.api.Reply;
import io.sluice.api.RequestTarget;
import io.sluice.filters.search.Bound;
import io.sluice.filters.search.DeepText;
import io.sluice.filters.search.NamePatterns;
import io.sluice.filters.search.SearchBounds;
import io.sluice.filters.search.SearchWork;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Judges the parameters of a URL, of which the last one of a name counts, as for servers. For one request. */
final class UrlLimits {

    private static final List<String> OF_NAMES = List.of(
            "index",
            "indices",
            "fields",
            "field",
            "docvalue_fields",
            "stored_fields",
            "completion_fields",
            "fielddata_fields",
            "groups");

    private static final long DEFAULT_SCROLL_SIZE = 1_000;
    private static final Duration DEFAULT_SCROLL = Duration.ofMinutes(5);
    private static final Map<String, Duration> DEFAULTS_OF_KEPT_SEARCHES =
            Map.of("_async_search", Duration.ofDays(5), "_asynchronous_search", Duration.ofHours(12));

    private final Judge judge;
    private final Page page;
    private RequestTarget target;
    private @Nullable Reply refusal;

    private UrlLimits(Judge judge, Page page, RequestTarget target) {
        this.judge = judge;
        this.page = page;
        this.target = target;
    }

    /**
     * Judges the URL of a request.
     *
     * @param page is told what the URL says of it
     */
    static UrlLimits of(Endpoint.Form form, RequestTarget target, Judge judge, Page page) {
        UrlLimits limits = new UrlLimits(judge, page, target);
        if (target.rawQuery() != null) {
            limits.judge(form);
        }
        limits.addDefaults(form);
        return limits;
    }

    /** The reply to a URL that asks too much of a server wherever it leads; null if it does not. */
    static @Nullable Reply everywhere(RequestTarget target, Judge judge) {
        if (!judge.watches(Kind.AMOUNTS)) {
            return null;
        }
        if (NamePatterns.areDearIn(target.segments())) {
            return judge.beyond(NamePatterns.NAMES.text(), () -> "the path");
        }
        if (target.rawQuery() == null) {
            return null;
        }
        UrlLimits limits = new UrlLimits(judge, new Page(judge), target);
        if (target.synonyms().stream().anyMatch(each -> NamePatterns.areDearIn(each.segments()))) {
            limits.note(judge.beyond(NamePatterns.NAMES.text(), () -> "a name in the query"));
        }
        limits.bounded("filter_path", SearchBounds.FILTER_PATH);
        limits.bounded("snapshots", SearchBounds.SNAPSHOTS);
        limits.bounded("slices", SearchBounds.SLICES);
        for (String name : OF_NAMES) {
            limits.bounded(name, NamePatterns.NAMES);
        }
        return limits.refusal;
    }

    /** The target to send, with capped values. */
    RequestTarget target() {
        return target;
    }

    /** The reply to a request that is denied; null if it is not. */
    @Nullable Reply refusal() {
        return refusal;
    }

    private void judge(Endpoint.Form form) {
        time("scroll", Kind.KEEP_ALIVE);
        time("keep_alive", Kind.KEEP_ALIVE);
        if (form.isSearch()) {
            size("size");
            String from = target.parameter("from");
            if (from != null) {
                note(page.from(target.number("from", 0), () -> "[from]"));
            }
            time("timeout", Kind.TIMEOUT);
            bounded("suggest_size", SearchBounds.SUGGESTIONS);
            suggested();
        } else if (form == Endpoint.Form.BY_QUERY) {
            size("scroll_size");
        }
        String text = form.hasUrlQuery() ? target.parameter("q") : null;
        if (text != null) {
            QueryText read = QueryText.classic(text);
            note(judge.type(GuardRule.Types::queries, "query_string", () -> "[q]"));
            bounded("q", DeepText.QUERY);
            note(Texts.takes(page.work(), read) ? null : Texts.much(judge, () -> "[q]"));
            note(Texts.judged(read, judge, () -> "[q]"));
            note(judge.refusal(Kind.CLAUSES, read.terms(), () -> "[q]"));
        }
    }

    // Servers have values of their own for these parameters, which nothing but the URL says.
    private void addDefaults(Endpoint.Form form) {
        if (form == Endpoint.Form.BY_QUERY) {
            add("scroll_size", Kind.SIZE, DEFAULT_SCROLL_SIZE, "");
        }
        if (form == Endpoint.Form.BY_QUERY || form == Endpoint.Form.REINDEX) {
            add("scroll", Kind.KEEP_ALIVE, DEFAULT_SCROLL.toMillis(), "ms");
        }
        Duration kept = form == Endpoint.Form.SEARCH
                ? DEFAULTS_OF_KEPT_SEARCHES.get(target.segments().getLast())
                : null;
        if (kept != null) {
            add("keep_alive", Kind.KEEP_ALIVE, kept.toMillis(), "ms");
        }
    }

    private void add(String name, Kind kind, long ofServer, String unit) {
        long most = judge.enforced(kind);
        if (most < ofServer && target.parameter(name) == null) {
            List<RequestTarget.Parameter> more = new ArrayList<>(target.parameters());
            more.add(new RequestTarget.Parameter(name, most + unit));
            target = target.withParameters(more);
        }
    }

    // Suggestions are what a word becomes that is spread.
    private void suggested() {
        String text = target.parameter("suggest_text");
        SearchWork work = page.work();
        if (text != null && !(work.takes(text.length()) && work.spreads())) {
            note(Texts.much(judge, () -> "[suggest_text]"));
        }
    }

    private void note(@Nullable Reply reply) {
        refusal = refusal == null ? reply : refusal;
    }

    private void size(String name) {
        if (target.parameter(name) == null) {
            return;
        }
        long value = Page.meant(target.number(name, 0));
        note(judge.refusal(Kind.SIZE, value, () -> "[" + name + "]"));
        long sent = judge.capped(Kind.SIZE, value);
        replace(name, value, sent, "");
        note(page.size(sent, () -> "[" + name + "]"));
    }

    private void bounded(String name, Bound bound) {
        String value = target.parameter(name);
        if (value != null && !bound.within().test(value)) {
            note(judge.beyond(bound.text(), () -> "[" + name + "]"));
        }
    }

    private void time(String name, Kind kind) {
        String text = target.parameter(name);
        if (text == null) {
            return;
        }
        if (kind == Kind.TIMEOUT) {
            page.timed();
        }
        if (!judge.watches(kind)) {
            return;
        }
        try {
            long value = Times.millis(text);
            note(judge.refusal(kind, value, () -> "[" + name + "]"));
            replace(name, value, judge.capped(kind, value), "ms");
        } catch (IllegalArgumentException e) {
            note(judge.unreadable(() -> e.getMessage() + ", in [" + name + "]"));
        }
    }

    private void replace(String name, long value, long sent, String unit) {
        if (sent != value) {
            List<RequestTarget.Parameter> changed = target.parameters().stream()
                    .map(each -> each.name().equals(name) ? new RequestTarget.Parameter(name, sent + unit) : each)
                    .toList();
            target = target.withParameters(changed);
        }
    }
}
