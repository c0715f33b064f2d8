package io.sluice.bulk.answer;

import io.sluice.api.RequestTarget;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The part of a bulk's answer that the client asked for: {@code filter_path} made of {@code took}, {@code errors}, {@code
 * ingest_took}, {@code items}, {@code items.*.NAME}, {@code items.*.NAME.NAME} and exclusions of all but the last, in JSON. {@code
 * pretty}, {@code human} and {@code error_trace} go to the servers, who answer accordingly. Immutable.
 */
public final class ResultView {

    private static final String ITEMS = "items";

    /** Everything, as it is. */
    public static final ResultView ALL = new ResultView(List.of(), List.of(), false);

    private static final String FILTER_PATH = "filter_path";
    /** With each of them each member of each item is compared. */
    public static final int MOST_PATHS = 30;

    private static final String PRETTY = "pretty";
    private static final List<String> BOOLEANS = List.of("", "true", "false");

    private final Set<HeadMember> members = EnumSet.noneOf(HeadMember.class);
    private final ItemView items;

    private final boolean filtered;
    private final boolean pretty;

    private ResultView(List<String> includes, List<String> excludes, boolean pretty) {
        this.pretty = pretty;
        filtered = !includes.isEmpty() || !excludes.isEmpty();
        for (HeadMember member : HeadMember.values()) {
            if (isWanted(member.key(), includes, excludes)) {
                members.add(member);
            }
        }
        List<ItemPath> named = excludes.contains(ITEMS) ? List.of() : itemPaths(includes);
        items = new ItemView(isWanted(ITEMS, includes, excludes), named, itemPaths(excludes));
    }

    private static boolean isWanted(String path, List<String> includes, List<String> excludes) {
        return (includes.isEmpty() || includes.contains(path)) && !excludes.contains(path);
    }

    private static List<ItemPath> itemPaths(List<String> paths) {
        return paths.stream().map(ItemPath::parse).filter(Objects::nonNull).toList();
    }

    /**
     * Reads what a request asks for.
     *
     * @param accept the value of the request's {@code Accept} field; null if it has none
     * @return null if only the server can answer so
     */
    public static @Nullable ResultView of(RequestTarget target, @Nullable String accept) {
        String format = target.parameter("format");
        String pretty = target.parameter(PRETTY);
        if (!AcceptedForm.isJson(accept)
                || format != null && !format.equals("json")
                || pretty != null && !BOOLEANS.contains(pretty)) {
            return null;
        }
        boolean isPretty = pretty != null && !pretty.equals("false");
        String filter = target.parameter(FILTER_PATH);
        return filter == null && !isPretty ? ALL : of(filter == null ? "" : filter, isPretty);
    }

    private static @Nullable ResultView of(String filter, boolean pretty) {
        List<String> includes = new ArrayList<>();
        List<String> excludes = new ArrayList<>();
        if (filter.split(",").length > MOST_PATHS) {
            return null;
        }
        for (String listed : filter.split(",", -1)) {
            String path = listed.strip();
            if (path.isEmpty()) {
                continue;
            }
            boolean excluded = path.startsWith("-");
            String name = excluded ? path.substring(1) : path;
            if (!isKnown(name, excluded)) {
                return null;
            }
            (excluded ? excludes : includes).add(name);
        }
        return new ResultView(includes, excludes, pretty);
    }

    private static boolean isKnown(String path, boolean excluded) {
        ItemPath item = ItemPath.parse(path);
        if (item != null) {
            // What servers leave of a member that is hidden in part is theirs to say.
            return !excluded || item.inner() == null;
        }
        return path.equals(ITEMS)
                || Arrays.stream(HeadMember.values())
                        .anyMatch(member -> member.key().equals(path));
    }

    /**
     * The target for the servers: the client's, with a {@code filter_path} that keeps what is needed to merge the answers.
     */
    public RequestTarget forServers(RequestTarget target) {
        if (target.parameter(FILTER_PATH) == null) {
            return target;
        }
        List<RequestTarget.Parameter> asked = new ArrayList<>(target.parameters());
        asked.removeIf(parameter -> parameter.name().equals(FILTER_PATH));
        if (filtered) {
            asked.add(new RequestTarget.Parameter(FILTER_PATH, filterForServers()));
        }
        return target.withParameters(asked);
    }

    /** Asks for the status and the error of every item, so that each item has at least these. */
    private String filterForServers() {
        StringBuilder filter = new StringBuilder("took,errors");
        if (members.contains(HeadMember.INGEST_TOOK)) {
            filter.append(',').append(HeadMember.INGEST_TOOK.key());
        }
        items.forServers().forEach(path -> filter.append(',').append(path));
        return filter.toString();
    }

    /** Whether the answer is laid out for people. */
    boolean isPretty() {
        return pretty;
    }

    /** Whether the member before the items is wanted. */
    boolean shows(HeadMember member) {
        return members.contains(member);
    }

    /** What is wanted of each item. */
    ItemView items() {
        return items;
    }
}
