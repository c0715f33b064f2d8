package io.sluice.filters.tenant;

import io.sluice.api.Json;
import io.sluice.api.RequestPlan;
import io.sluice.api.RequestTarget;
import io.sluice.api.RequestTarget.Parameter;
import io.sluice.filters.handle.HandleKind;
import io.sluice.filters.handle.HandleSealer;
import io.sluice.filters.search.BatchWaits;
import io.sluice.filters.search.NamePatterns;
import io.sluice.filters.search.SearchBounds;
import io.sluice.filters.search.Waits;
import io.sluice.filters.tenant.answer.AnswerPaths;
import io.sluice.filters.tenant.answer.DocumentSigns;
import io.sluice.filters.tenant.answer.NamelessPaths;
import io.sluice.filters.tenant.body.Features;
import io.sluice.filters.tenant.body.HitTotals;
import io.sluice.filters.tenant.body.RequestReferences;
import io.sluice.filters.tenant.endpoint.AnswerKind;
import io.sluice.filters.tenant.endpoint.Endpoint;
import io.sluice.filters.tenant.endpoint.Parameters;
import io.sluice.filters.tenant.endpoint.Use;
import io.sluice.filters.tenant.member.Member;
import io.sluice.filters.tenant.names.Analyzers;
import io.sluice.filters.tenant.names.FieldNames;
import io.sluice.filters.tenant.names.FuzzyText;
import io.sluice.filters.tenant.names.QueryText;
import io.sluice.filters.tenant.names.ShardPreference;
import io.sluice.filters.tenant.names.Translation;
import io.sluice.filters.tenant.names.Wildcards;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Judges and rewrites the URL parameters of a request. Immutable. */
final class TargetRewriter {

    private static final String IGNORE_UNAVAILABLE = "ignore_unavailable";
    private static final String PATHS = "filter_path";
    private static final String SCROLL_ID = "scroll_id";
    private static final Set<String> LEVELS = Set.of("cluster", "indices", "shards");

    private final HandleSealer handles;

    TargetRewriter(HandleSealer handles) {
        this.handles = handles;
    }

    /** The reply that refuses the parameters; null if they are allowed. */
    @Nullable RequestPlan refusal(RequestTarget target, Parameters known, Features features) {
        List<Parameter> parameters = target.parameters();
        for (int i = 0; i < parameters.size(); i++) {
            Parameter parameter = parameters.get(i);
            Use use = known.use(parameter.name());
            if (use == null) {
                return Denial.forbidden("URL parameter [" + parameter.name() + "] is denied to tenants");
            }
            for (int j = 0; j < i; j++) {
                if (parameters.get(j).name().equals(parameter.name())) {
                    return Denial.invalid("URL parameter [" + parameter.name() + "] stands twice");
                }
            }
            if (!isAllowed(use, parameter, target, features)) {
                return Denial.forbidden(
                        "URL parameter [" + parameter.name() + "] is denied to tenants with this value");
            }
        }
        return null;
    }

    // With an analyzer of the index's own, errors may tell whether others have a word.
    private static boolean isHarmless(Parameter parameter) {
        return parameter.name().equals("analyzer")
                ? Analyzers.isPlain(parameter.value())
                : !FuzzyText.mayStandIn(parameter.value());
    }

    private static boolean isAllowed(Use use, Parameter parameter, RequestTarget target, Features features) {
        String value = parameter.value();
        return switch (use) {
            case COPIED -> isHarmlessList(parameter);
            case TOTAL, EARLY_END, SCROLL, SOURCE_IN_ERRORS, REFRESH, AT_ONCE -> true;
            case PATHS, ANY_PATHS -> SearchBounds.FILTER_PATH.within().test(value);
            case HEALTH_PATHS -> SearchBounds.FILTER_PATH.within().test(value) && NamelessPaths.mayBeOfHealth(value);
            case PATHS_BY_INDEX ->
                SearchBounds.FILTER_PATH.within().test(value)
                        && NamelessPaths.mayBeByIndex(value, features.joinsIndices());
            case SLICES -> SearchBounds.SLICES.within().test(value);
            case BATCH -> BatchWaits.SIZE.within().test(value);
            case THROTTLE -> BatchWaits.areShort(value, target.parameter("scroll_size"), target.parameter("slices"));
            case WRITE_COPIES -> Waits.COPIES.within().test(value);
            case TIMEOUT -> Waits.TIMEOUT.within().test(value);
            case QUERY_TEXT -> !QueryText.isHarmful(value) && (!features.shared() || isHarmless(parameter));
            case JSON_ONLY -> value.equals("json");
            case FALSE_ONLY -> value.equals("false");
            case LEVEL -> LEVELS.contains(value);
            case TRUE_ONLY -> value.equals("true") || value.isEmpty();
            case OWN_INDEX_ONLY -> !features.filtered();
            case INNER_SCORES -> !features.constantScores() || value.equals("false");
            case FALSE_UNLESS_OWN -> !features.filtered() || value.equals("false");
            case ROUTING -> !features.routed();
            case PREFERENCE -> !ShardPreference.mayNameNodes(value);
            case FIELDS, FIELDS_OF_ITEMS ->
                !NamePatterns.isAnyDear(value)
                        && !Wildcards.isLongList(value)
                        && (!parameter.name().equals("sort") || !Wildcards.areMore(value, SearchBounds.MOST_KEYS))
                        && switch (features) {
                            case Features.IndexPerTenant unused -> !names(value, "_index");
                            case Features.Shared shared ->
                                !names(value, "_index")
                                        && !names(value, "_id")
                                        && !value.contains(shared.tenantField())
                                        && value.indexOf('#') < 0;
                            case Features.Nested unused -> !names(value, "_id");
                        };
        };
    }

    private static boolean isHarmlessList(Parameter parameter) {
        return switch (parameter.name()) {
            case "stats" ->
                !Wildcards.areMore(parameter.value(), SearchBounds.MOST_GROUPS)
                        && Stream.of(parameter.value().split(",", -1)).allMatch(SearchBounds.REPEATED.within());
            // Patterns, each of which a server compares with the names of all groups.
            case "groups" -> !NamePatterns.areDear(parameter.value()) && !Wildcards.isLongList(parameter.value());
            default -> true;
        };
    }

    // A sort order may follow the field: _index:desc.
    static boolean names(String fields, String wanted) {
        for (String field : fields.split(",")) {
            int colon = field.indexOf(':');
            if ((colon < 0 ? field : field.substring(0, colon)).strip().equals(wanted)) {
                return true;
            }
        }
        return false;
    }

    /**
     * The URL query to send; or a reply, if a handle in it does not open or if it asks for something that cannot be
     * translated.
     */
    Query query(RequestTarget target, Endpoint endpoint, Member member, Features features) {
        Parameters known = endpoint.parameters();
        RequestPlan several = SeveralIndices.refusal(target, known, member);
        if (several != null) {
            return refused(several, member);
        }
        RequestPlan hidden = HiddenIndex.refusal(target, endpoint, member.fields());
        if (hidden != null) {
            return refused(hidden, member);
        }
        RequestTarget sent = asSent(target, known, features.filtered(), !features.filtered());
        return translated(sent, endpoint, member, features);
    }

    private Query translated(RequestTarget target, Endpoint endpoint, Member member, Features features) {
        Parameters known = endpoint.parameters();
        // Without q, its companion parameters stay: the server refuses them itself.
        boolean texts = member.ids().scoped() && known.use("q") == Use.QUERY_TEXT && target.parameter("q") != null;
        boolean fields = member.fields().prefixed() && has(target, known, Use.FIELDS);
        boolean paths = has(target, known, Use.PATHS);
        boolean totals = features.shared() && has(target, known, Use.TOTAL);
        boolean ends = features.shared() && has(target, known, Use.EARLY_END);
        if (!totals && !ends && !texts && !fields && !paths && !has(target, known, Use.SCROLL)) {
            return new Query(target.parameters(), null, member, false, null);
        }
        Member owner = member;
        String scroll = target.parameter(SCROLL_ID);
        if (scroll != null && known.use(SCROLL_ID) == Use.SCROLL) {
            Member.Opened opened = member.open(handles, HandleKind.SCROLL, scroll);
            if (opened == null) {
                return refused(RequestPlan.answer(RequestReferences.noContext()), member);
            }
            scroll = opened.id();
            owner = opened.member();
        }
        boolean bound = false;
        DocumentSigns signs = null;
        List<Parameter> sent = new ArrayList<>(target.parameters().size());
        for (Parameter parameter : target.parameters()) {
            String value = parameter.value();
            Use use = known.use(parameter.name());
            if (use == Use.QUERY_TEXT && texts || use == Use.EARLY_END && ends) {
                continue;
            }
            if (use == Use.SCROLL && scroll != null) {
                value = scroll;
            } else if (use == Use.TOTAL && totals) {
                value = HitTotals.sent(value);
            } else if (use == Use.FIELDS && fields) {
                value = isSwitch(parameter) ? value : fields(parameter, endpoint, member.fields());
            } else if (use == Use.PATHS && owner.isOfSeveral()) {
                return refused(SeveralIndices.PATHS, member);
            } else if (use == Use.PATHS) {
                Translation translated = AnswerPaths.of(endpoint.answer(), owner.fields(), value);
                if (translated instanceof Translation.Refused refused) {
                    return refused(Denial.of(refused), member);
                }
                bound = AnswerPaths.hangOnIndex(endpoint.answer(), owner.fields(), value);
                value = ((Translation.Physical) translated).name();
                signs = DocumentSigns.of(endpoint.answer(), value, owner.ids().scoped());
                RequestPlan denial = denial(signs);
                if (denial != null) {
                    return refused(denial, member);
                }
                value = signs == null ? value : signs.sent();
            }
            sent.add(new Parameter(parameter.name(), value));
        }
        Json search = texts ? UrlQuery.of(target, member.fields()) : null;
        Member sender = search == null ? owner : owner.withQuery(search);
        return new Query(sent, null, sender, bound, signs);
    }

    private static Query refused(RequestPlan refusal, Member member) {
        return new Query(List.of(), refusal, member, false, null);
    }

    /**
     * The reply to a {@code filter_path} that would remove members by which documents are checked; null if it may be
     * sent.
     */
    static @Nullable RequestPlan denial(@Nullable DocumentSigns signs) {
        String path = signs == null ? null : signs.denied();
        return path == null
                ? null
                : Denial.forbidden("URL parameter [filter_path] is denied to tenants with the path [" + path
                        + "]: it may remove members that the gateway checks");
    }

    /** The URL's {@code filter_path} as written; null if there is none. */
    static @Nullable String paths(RequestTarget target) {
        return target.parameter(PATHS);
    }

    /** The URL's {@code filter_path} in physical names; null if there is none. */
    static @Nullable Translation paths(RequestTarget target, Endpoint endpoint, Member member) {
        String paths = paths(target);
        return paths == null ? null : AnswerPaths.of(endpoint.answer(), member.fields(), paths);
    }

    /** The target with another {@code filter_path}. */
    static RequestTarget withPaths(RequestTarget target, String paths) {
        return target.withParameters(target.parameters().stream()
                .map(parameter -> parameter.name().equals(PATHS) ? new Parameter(PATHS, paths) : parameter)
                .toList());
    }

    /**
     * The target with the values that are sent in place of some. A value that servers refuse stays, or is sent as another.
     *
     * @param scoped whether it may go to documents that are stored in another form: no error shows them
     * @param own whether it may go to indices of the tenant's own: it does not wait for a refresh, which may never come
     */
    static RequestTarget asSent(RequestTarget target, Parameters known, boolean scoped, boolean own) {
        return scoped && has(target, known, Use.SOURCE_IN_ERRORS)
                        || own && has(target, known, Use.REFRESH)
                        || has(target, known, Use.AT_ONCE)
                ? target.withParameters(target.parameters().stream()
                        .map(parameter -> asSent(parameter, known.use(parameter.name()), scoped, own))
                        .toList())
                : target;
    }

    private static Parameter asSent(Parameter parameter, @Nullable Use use, boolean scoped, boolean own) {
        if (use == Use.AT_ONCE && !SearchBounds.AT_ONCE.within().test(parameter.value())) {
            return new Parameter(parameter.name(), String.valueOf(SearchBounds.MOST_AT_ONCE));
        }
        if (scoped && use == Use.SOURCE_IN_ERRORS && isOn(parameter)) {
            return new Parameter(parameter.name(), "false");
        }
        return own && use == Use.REFRESH && parameter.value().equals("wait_for")
                ? new Parameter(parameter.name(), "true")
                : parameter;
    }

    private static boolean isOn(Parameter parameter) {
        return parameter.value().equals("true") || parameter.value().isEmpty();
    }

    // _source may also be a boolean: whether to return the source at all.
    private static boolean isSwitch(Parameter parameter) {
        return parameter.name().equals("_source")
                && (parameter.value().equals("true") || parameter.value().equals("false"));
    }

    private static String fields(Parameter parameter, Endpoint endpoint, FieldNames fields) {
        String value = parameter.value();
        // Field capabilities are requested for all fields; the response keeps those of the tenant.
        if (parameter.name().equals("fields") && value.equals("*")) {
            return value;
        }
        return (endpoint.answer() == AnswerKind.FIELD_CAPS ? fields.ofCapabilities() : fields).list(value);
    }

    /** The target with the routing value, if the layout determines it. */
    static RequestTarget routed(RequestTarget target, Member member) {
        String routing = member.ids().routing();
        if (routing == null) {
            return target;
        }
        List<Parameter> sent = new ArrayList<>(target.parameters());
        sent.add(new Parameter("routing", routing));
        return target.withParameters(sent);
    }

    /** The target with {@code ignore_unavailable}, so that missing indices are no error. */
    static RequestTarget lenient(RequestTarget target) {
        List<Parameter> sent = new ArrayList<>(target.parameters());
        sent.removeIf(parameter -> parameter.name().equals(IGNORE_UNAVAILABLE));
        sent.add(new Parameter(IGNORE_UNAVAILABLE, "true"));
        return target.withParameters(sent);
    }

    private static boolean has(RequestTarget target, Parameters known, Use use) {
        for (Parameter parameter : target.parameters()) {
            if (known.use(parameter.name()) == use) {
                return true;
            }
        }
        return false;
    }

    /**
     * Either the URL query to send, or the reply that refuses it.
     *
     * @param parameters of the URL to send
     * @param member of the request as the URL determines it; carries the URL's query if the body must contain it
     * @param bound whether the query is valid for the URL's index only
     * @param signs members by which documents in the response are checked; null if the response is shown whole
     */
    record Query(
            List<Parameter> parameters,
            @Nullable RequestPlan refusal,
            Member member,
            boolean bound,
            @Nullable DocumentSigns signs) {}
}
