package io.sluice.filters.authorize;

import io.sluice.api.AnswerTooLongException;
import io.sluice.api.ClusterReader;
import io.sluice.api.RequestTarget;
import io.sluice.filters.search.NamePatterns;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the names of a cluster that are too long for one answer. The cluster bounds its indices and data streams, but whoever may manage some
 * indices can make aliases without end: those that fit the patterns with the most are left out, so that all others are read. For one thread.
 */
final class NamesInParts {

    private static final Logger LOG = LoggerFactory.getLogger(NamesInParts.class);
    private static final RequestTarget INDICES = RequestTarget.parse("/_resolve/index/*?expand_wildcards=all"
            + "&filter_path=indices.name,indices.attributes,indices.data_stream,data_streams");
    private static final RequestTarget VISIBLE_STREAMS =
            RequestTarget.parse("/_resolve/index/*?expand_wildcards=closed&filter_path=data_streams.name");
    private static final String ALIASES = "?expand_wildcards=all&filter_path=aliases";
    private static final String VISIBLE_ALIASES = "?expand_wildcards=closed&filter_path=aliases.name";

    /** By default servers refuse a request line of more than 4096 bytes. */
    private static final int MOST_PATH = 3500;
    /** Characters of the aliases that are read; where their answer is too long none the less, those of twice as many patterns are left out. */
    private static final long MOST_CHARACTERS = 8 << 20;
    /** Aliases of so many characters are not read again with those of a wider pattern. */
    private static final long HEAVY = 256 << 10;

    private static final Duration WEIGHTS_HOLD = Duration.ofMinutes(10);

    private final ClusterReader cluster;
    /** In which clients may make aliases, so that a narrower one comes before those that are wider. */
    private final List<String> patterns;

    private final InstantSource clock;
    /** The lightest first. */
    private List<Weight> weights = List.of();

    private Instant weighAgain = Instant.MIN;
    private List<String> told = List.of();

    /** How many characters the aliases have that fit a pattern, and no narrower one that is heavy. */
    private record Weight(String pattern, long characters) {}

    /**
     * What was read.
     *
     * @param all the answer with all names
     * @param visible the one with those aliases and data streams that are not hidden
     * @param left patterns whose aliases were not read
     */
    record Answers(Map<String, @Nullable Object> all, Map<String, @Nullable Object> visible, List<String> left) {}

    NamesInParts(ClusterReader cluster, Collection<Judge.Numbered> rules, InstantSource clock) {
        this.cluster = cluster;
        this.clock = clock;
        // Elsewhere only those make aliases who may manage all indices.
        this.patterns = rules.stream()
                .filter(each -> each.allows() && each.rule().classes().contains(EndpointClass.MANAGE))
                .flatMap(each -> each.rule().indices().stream())
                .filter(pattern ->
                        Indices.isWildcard(pattern) && literals(pattern) > 0 && !NamePatterns.isDear(pattern))
                .distinct()
                .sorted(Comparator.comparingLong(NamesInParts::literals).reversed())
                .toList();
    }

    private static long literals(String pattern) {
        return pattern.chars().filter(c -> c != '*').count();
    }

    /**
     * Reads them.
     *
     * @throws AnswerTooLongException if all indices and data streams, or aliases that fit no pattern, are still too long
     */
    Answers read() throws IOException {
        Map<String, @Nullable Object> all = new HashMap<>(cluster.get(INDICES));
        all.putIfAbsent("data_streams", List.of());
        Map<String, @Nullable Object> visible = new HashMap<>(cluster.get(VISIBLE_STREAMS));
        weighIfDue();
        for (int count = tooHeavy(); ; count = Math.min(weights.size(), Math.max(1, 2 * count))) {
            List<String> left = heaviest(count);
            String path = path("*", left);
            try {
                all.put("aliases", aliases(path + ALIASES));
                visible.put("aliases", aliases(path + VISIBLE_ALIASES));
                tell(left);
                return new Answers(all, visible, left);
            } catch (AnswerTooLongException e) {
                if (count == weights.size()) {
                    weighAgain = Instant.MIN;
                    throw e;
                }
            }
        }
    }

    private List<?> aliases(String target) throws IOException {
        return cluster.get(RequestTarget.parse(target)).get("aliases") instanceof List<?> aliases ? aliases : List.of();
    }

    private static String path(String first, List<String> left) throws IOException {
        String path = left.stream()
                .map(pattern -> ",-" + encoded(pattern))
                .collect(Collectors.joining("", "/_resolve/index/" + encoded(first), ""));
        if (path.length() > MOST_PATH) {
            throw new IOException("there are too many aliases that fit " + left.size() + " patterns");
        }
        return path;
    }

    private static String encoded(String pattern) {
        return URLEncoder.encode(pattern, StandardCharsets.UTF_8);
    }

    private List<String> heaviest(int count) {
        return weights.subList(weights.size() - count, weights.size()).stream()
                .map(Weight::pattern)
                .toList();
    }

    /** How many of the heaviest do not fit. */
    private int tooHeavy() {
        long left = MOST_CHARACTERS;
        int light = 0;
        while (light < weights.size() && weights.get(light).characters() <= left) {
            left -= weights.get(light).characters();
            light++;
        }
        return weights.size() - light;
    }

    private void weighIfDue() throws IOException {
        if (clock.instant().isBefore(weighAgain)) {
            return;
        }
        List<Weight> weighed = new ArrayList<>();
        List<String> heavy = new ArrayList<>();
        for (String pattern : patterns) {
            long characters = characters(path(pattern, heavy) + ALIASES);
            weighed.add(new Weight(pattern, characters));
            if (characters > HEAVY) {
                heavy.add(pattern);
            }
        }
        weighed.sort(Comparator.comparingLong(Weight::characters));
        weights = List.copyOf(weighed);
        weighAgain = clock.instant().plus(WEIGHTS_HOLD);
    }

    private long characters(String target) throws IOException {
        try {
            long sum = 0;
            for (Object alias : aliases(target)) {
                sum += String.valueOf(alias).length();
            }
            return sum;
        } catch (AnswerTooLongException e) {
            return Long.MAX_VALUE;
        }
    }

    private void tell(List<String> left) {
        if (!left.isEmpty() && !left.equals(told)) {
            LOG.atWarn()
                    .addKeyValue("cluster", cluster.cluster())
                    .addKeyValue("patterns", left)
                    .log(
                            "aliases that fit these patterns are too many to be read; what such a name stands for is not known");
        }
        told = left;
    }
}
