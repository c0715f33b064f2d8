package io.sluice.filters.tenant;

import io.sluice.api.BulkAction;
import io.sluice.api.BulkDefaults;
import io.sluice.api.BulkField;
import io.sluice.api.BulkItemPlan;
import io.sluice.api.BulkVisitor;
import io.sluice.api.Reply;
import io.sluice.api.RequestTarget;
import io.sluice.filters.match.Glob;
import io.sluice.filters.tenant.member.Member;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A bulk that must be for one index: either its response omits items, so that their order does not identify each item's
 * index, or the meaning of its URL depends on the index. For one exchange.
 */
final class OneIndexBulk implements BulkVisitor {

    /** Paths that match a part of each item's result. */
    private static final Set<String> OF_EACH_ITEM =
            Set.of("items", "items.*", "items.*._index", "items.*.status", "**._index", "**.status");

    /** Paths that match the index of each item. */
    private static final Set<String> WITH_INDEX = Set.of("items", "items.*", "items.*._index", "**._index");

    private static final String INDEX = "_index";

    /** Members of an item, or of its document, that are read in the layout of its index. */
    private static final Set<String> OF_DOCUMENTS = Set.of("_id", "get", "_source");

    /** The segment that names a member of an item. */
    private static final int OF_MEMBER = 2;

    private static final BulkItemPlan SEVERAL = new BulkItemPlan.Refuse(Reply.error(
            403,
            "security_exception",
            "filter_path is denied to tenants here: with it, items for several indices cannot be told apart;"
                    + " items.*.status keeps them all"));

    private static final BulkItemPlan OTHER = new BulkItemPlan.Refuse(
            Reply.error(
                    403,
                    "security_exception",
                    "filter_path is denied to tenants here: its meaning depends on the index, and an item targets a different index than the URL"));

    private final BulkVisitor items;
    private final Member ofUrl;
    private final boolean urlOnly;
    /** The index of the first item as its line has it; empty for that of the URL, null before there was one. */
    private @Nullable String only;

    private OneIndexBulk(BulkVisitor items, Member ofUrl, boolean urlOnly) {
        this.items = items;
        this.ofUrl = ofUrl;
        this.urlOnly = urlOnly;
    }

    /** The same bulk, restricted to the index that its URL names. */
    static BulkVisitor of(BulkVisitor items, Member member) {
        return new OneIndexBulk(items, member, true);
    }

    /**
     * The same bulk, restricted to one index if its URL omits some items from the response.
     *
     * @param ofUrl for items whose lines name no index
     */
    static BulkVisitor unlessWhole(BulkVisitor items, RequestTarget target, Member ofUrl) {
        String filter = TargetRewriter.paths(target);
        return filter == null || showsAllOrNone(filter) ? items : new OneIndexBulk(items, ofUrl, false);
    }

    /** Whether the URL asks for parts of items without their index. */
    static boolean hidesIndices(RequestTarget target) {
        String filter = TargetRewriter.paths(target);
        if (filter == null) {
            return false;
        }
        List<String> parts = parts(filter);
        boolean items = parts.stream().anyMatch(part -> !part.startsWith("-") && mayMeanItems(part));
        boolean indices = parts.stream().anyMatch(WITH_INDEX::contains);
        boolean without = parts.stream().anyMatch(part -> part.startsWith("-") && mayMeanItems(part.substring(1)));
        return items && !indices || without;
    }

    /** Whether the URL asks for ids of items, or for their documents, without their index. */
    static boolean hidesIndicesOfIds(RequestTarget target) {
        String filter = TargetRewriter.paths(target);
        if (filter == null) {
            return false;
        }
        List<String> parts = parts(filter);
        boolean ids = parts.stream().anyMatch(part -> !part.startsWith("-") && mayMean(part, OF_DOCUMENTS));
        boolean indices = parts.stream().anyMatch(WITH_INDEX::contains);
        boolean without =
                parts.stream().anyMatch(part -> part.startsWith("-") && mayMean(part.substring(1), Set.of(INDEX)));
        return ids && !indices || without;
    }

    /** Whether a path may lead to one of these members of items, and not to all. */
    private static boolean mayMean(String path, Set<String> members) {
        String[] segments = path.split("\\.");
        boolean deep = path.contains("**");
        if (!mayMeanItems(path) || !deep && segments.length <= OF_MEMBER) {
            return false;
        }
        String member = segments[deep ? segments.length - 1 : OF_MEMBER];
        boolean all = member.equals("**") || member.equals("*") && segments.length == OF_MEMBER + 1;
        return !all && members.stream().anyMatch(name -> Glob.matches(member, name));
    }

    private static List<String> parts(String filter) {
        return Stream.of(filter.split(","))
                .map(String::strip)
                .filter(part -> !part.isEmpty())
                .toList();
    }

    private static boolean showsAllOrNone(String filter) {
        List<String> parts = parts(filter);
        List<String> shown =
                parts.stream().filter(part -> !part.startsWith("-")).toList();
        boolean all = shown.isEmpty() || shown.stream().anyMatch(OF_EACH_ITEM::contains);
        boolean none = shown.stream().noneMatch(OneIndexBulk::mayMeanItems);
        return (all || none)
                && parts.stream()
                        .filter(part -> part.startsWith("-"))
                        .noneMatch(part -> mayMeanItems(part.substring(1)));
    }

    /** Whether a path of {@code filter_path} may lead into the items. */
    private static boolean mayMeanItems(String path) {
        String first = path.substring(0, (path + ".").indexOf('.'));
        return first.equals("items") || first.indexOf('*') >= 0;
    }

    @Override
    public BulkItemPlan onItem(BulkAction effective, BulkDefaults url, int position) {
        if (urlOnly) {
            return isOfUrl(effective) ? items.onItem(effective, url, position) : OTHER;
        }
        String first = only;
        if (first == null) {
            first = isOfUrl(effective) ? "" : String.valueOf(effective.index());
            only = first;
        }
        boolean same = first.isEmpty() ? isOfUrl(effective) : effective.is(BulkField.INDEX, first);
        return same ? items.onItem(effective, url, position) : SEVERAL;
    }

    private boolean isOfUrl(BulkAction effective) {
        return !effective.onLine(BulkField.INDEX) || ofUrl.of(effective.index()).isOfSameIndexAs(ofUrl);
    }
}
