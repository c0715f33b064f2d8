package io.sluice.regroup;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.sluice.api.BulkDefaults;
import io.sluice.api.BulkRouter;
import io.sluice.api.ByteSize;
import io.sluice.api.Headers;
import io.sluice.api.MediaTypes;
import io.sluice.api.PathPattern;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestTarget;
import io.sluice.bulk.answer.ResultView;
import io.sluice.bulk.verdict.BulkGrammar;
import io.sluice.bulk.verdict.BulkParameters;
import io.sluice.cluster.ClusterView;
import io.sluice.cluster.ClusterViews;
import io.sluice.cluster.ShardTargets;
import io.sluice.config.BulkConfig;
import io.sluice.failure.Failure;
import io.sluice.failure.FailureKind;
import io.sluice.metrics.BulkMeters;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How the bulks of one flow are regrouped, for all event loops. Safe from any thread.
 *
 * @param config how
 * @param router names the groups
 * @param cluster the one that the flow relays to
 * @param views the views of the clusters that groups may be for, by name
 * @param meters of the flow's bulks
 * @param shared what all flows share
 */
public record Regrouping(
        BulkConfig config,
        BulkRouter router,
        String cluster,
        Map<String, ClusterViews> views,
        BulkMeters meters,
        Shared shared) {

    private static final List<PathPattern> BULKS = Stream.of("/_bulk", "/{index}/_bulk", "/{index}/{type}/_bulk")
            .map(PathPattern::parse)
            .toList();

    /** An endpoint of Elasticsearch 7 whose lines are no items of a bulk. */
    private static final PathPattern MONITORING = PathPattern.parse("/_xpack/monitoring/_bulk");

    /**
     * What the bulks of all flows share.
     *
     * @param kept bytes of all bulks that are kept to be sent again
     * @param spools files of bulks
     * @param random for ids that are drawn here
     */
    public record Shared(AtomicLong kept, SpoolFiles spools, SecureRandom random) {}

    public Regrouping {
        views = Map.copyOf(views);
    }

    /** How many bytes of a part of a bulk end a round; {@link Long#MAX_VALUE} if none do. */
    long splitBytes() {
        ByteSize splitBytes = config.splitBytes();
        return splitBytes == null ? Long.MAX_VALUE : splitBytes.bytes();
    }

    /** Whether a long bulk is sent in parts that follow each other. */
    boolean splits() {
        return config.splitBytes() != null;
    }

    /** The view of the flow's cluster as it is now. */
    ClusterView view() {
        return viewsOf(cluster).current();
    }

    /**
     * The views of a cluster.
     *
     * @throws IllegalArgumentException if no group may be for it
     */
    ClusterViews viewsOf(String cluster) {
        ClusterViews found = views.get(cluster);
        if (found == null) {
            throw new IllegalArgumentException("no group of this flow's bulks may be for a cluster named " + cluster);
        }
        return found;
    }

    /** Draws ids for one bulk; null where the server does so. */
    @Nullable ShardTargets targets() {
        return config.autoId() == BulkConfig.AutoId.SHARD_TARGETED ? new ShardTargets(shared.random()) : null;
    }

    /** What is done with a request. */
    public sealed interface Decision {}

    /**
     * It is split, if its beginning is as promising as its head.
     *
     * @param target of the request
     * @param url what it says for all items
     * @param answer the form that the client wants the answer in
     * @param known whether the head says that the body is as long as {@code minBytes}, so that it need not be waited for
     */
    public record Plan(RequestTarget target, BulkDefaults url, ResultView answer, boolean known) implements Decision {

        /** What the servers of a view take as this bulk. */
        BulkGrammar grammar(ClusterView view, HttpRequest head) {
            return view.grammar().compatibleWith(head.headers().get(HttpHeaderNames.CONTENT_TYPE));
        }
    }

    /**
     * It is relayed to one node.
     *
     * @param reason null if the request is no bulk
     */
    public record Whole(@Nullable WholeReason reason) implements Decision {
        /** What is done with requests that are no bulks. */
        public static final Whole NO_BULK = new Whole(null);
    }

    /** It cannot be split, and must not go anywhere else. */
    public record Refusal(Failure failure) implements Decision {}

    /**
     * Looks at a request's head.
     *
     * @param length of the body as the head says; -1 if it does not
     * @param chosen the cluster that a filter chose; null if none did
     */
    public Decision decide(RequestHead head, long length, @Nullable String chosen) {
        if (!isBulk(head) && !isOddBulk(head)) {
            return Whole.NO_BULK;
        }
        boolean isShort = length >= 0 && length < config.minBytes().bytes();
        if (isShort && router.isOptional() && !config.atomic()) {
            return whole(WholeReason.SHORT);
        }
        if (chosen != null && !chosen.equals(cluster)) {
            return whole(WholeReason.CHOSEN_CLUSTER);
        }
        RequestTarget target = read(head.target());
        if (target == null) {
            return whole(WholeReason.URL);
        }
        WholeReason reason = reasonInHeaders(head.headers());
        ResultView answer = ResultView.of(target, head.headers().get("Accept"));
        if (reason != null || answer == null) {
            return whole(reason == null ? WholeReason.ANSWER_FORM : reason);
        }
        if (!BulkParameters.areUsual(target, grammarOfUrls(head.headers()))) {
            return whole(WholeReason.URL);
        }
        try {
            boolean known = length >= config.minBytes().bytes();
            return new Plan(target, BulkDefaults.of(target), answer, known);
        } catch (IllegalArgumentException e) {
            return whole(WholeReason.URL);
        }
    }

    // If a configuration is only explained, there is no view of the cluster. A type is left to servers that nothing is
    // known of.
    private BulkGrammar grammarOfUrls(Headers headers) {
        ClusterViews looked = views.get(cluster);
        ClusterView view = looked == null ? ClusterView.empty() : looked.current();
        return view.version().grammar().compatibleWith(headers.get(HttpHeaderNames.CONTENT_TYPE.toString()));
    }

    // The parts of a bulk are sent with the parameters read here; null if servers could read others.
    private static @Nullable RequestTarget read(RequestTarget target) {
        if (target.ambiguity() != null) {
            return null;
        }
        RequestTarget read = target.canonical();
        return read.rawPath().equals(target.rawPath()) ? read : null;
    }

    /** Whether it is a bulk, by method and path. */
    public static boolean isBulk(RequestHead head) {
        return mayBeBulk(head) && BULKS.stream().anyMatch(path -> path.matches(head.target()));
    }

    /**
     * Whether it is none by its path, but servers may take it for one: {@code /_x/_bulk} is a bulk for an index {@code _x}, and
     * OpenSearch reads {@code /_bulk/stream} as a stream of bulks.
     */
    public static boolean isOddBulk(RequestHead head) {
        List<String> path = head.target().rawSegments();
        int count = path.size();
        if (!mayBeBulk(head) || count < 2 || count > 3 || isBulk(head) || MONITORING.matches(head.target())) {
            return false;
        }
        return path.getLast().equals("_bulk")
                || path.getLast().equals("stream") && path.get(count - 2).equals("_bulk");
    }

    // Most requests are none: patterns are compared only with paths that have the word, or escapes.
    private static boolean mayBeBulk(RequestHead head) {
        String path = head.target().rawPath();
        return (head.method().equals("POST") || head.method().equals("PUT"))
                && (path.contains("_bulk") || path.indexOf('%') >= 0);
    }

    private Decision whole(WholeReason reason) {
        if (router.isOptional() || reason == WholeReason.CHOSEN_CLUSTER) {
            meters.whole(reason.tag());
            return new Whole(reason);
        }
        return new Refusal(Failure.of(
                FailureKind.BAD_REQUEST, "this bulk cannot be split, as its flow asks for: " + reason.tag()));
    }

    private static @Nullable WholeReason reasonInHeaders(Headers headers) {
        String type = headers.get(HttpHeaderNames.CONTENT_TYPE.toString());
        if (!MediaTypes.isJson(type)) {
            return WholeReason.FORMAT;
        }
        String encoding = headers.get(HttpHeaderNames.CONTENT_ENCODING.toString());
        boolean known = encoding == null || encoding.equalsIgnoreCase("gzip") || encoding.equalsIgnoreCase("identity");
        return known ? null : WholeReason.ENCODING;
    }
}
