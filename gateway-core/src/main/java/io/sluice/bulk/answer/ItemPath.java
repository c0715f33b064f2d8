package io.sluice.bulk.answer;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A path of {@code filter_path} to a member of every item's result, or to a member of such a member: {@code items.*.status}, {@code
 * items.*.error.type}.
 *
 * @param member the name of the result's member
 * @param inner the name of that one's own member; null for all of it
 */
record ItemPath(String member, @Nullable String inner) {
    static final String ERROR = "error";
    static final String STATUS = "status";
    static final String ID = "_id";
    static final String INDEX = "_index";

    private static final String PREFIX = "items.*.";
    private static final Pattern FORM = Pattern.compile("items\\.\\*\\.(\\w+)(?:\\.(\\w+))?");

    /** Null if it is another path. */
    static @Nullable ItemPath parse(String path) {
        Matcher matcher = FORM.matcher(path);
        return matcher.matches() ? new ItemPath(matcher.group(1), matcher.group(2)) : null;
    }

    /** The path to all of a result's member. */
    static String to(String member) {
        return PREFIX + member;
    }
}
