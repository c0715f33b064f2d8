package io.sluice.filters.tenant.member;

import io.sluice.filters.tenant.names.IndexNames;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Hides names in the cluster's texts that tenants must not see: those of the operator's templates, and of an operator's
 * alias over indices of several tenants. Stateless.
 */
final class OperatorNames {

    private static final String HIDDEN = "[*]";

    /** Tenants have no templates. The wording is that of Elasticsearch 7 to 9 and OpenSearch. */
    private static final Pattern TEMPLATES =
            Pattern.compile("(matches (?:multiple legacy templates|with template) )\\[[^\\]]*]");

    private static final Pattern WRITERS =
            Pattern.compile("alias \\[([^\\]]*)] has more than one write index \\[([^\\]]*)]");

    private OperatorNames() {}

    /**
     * A text without these names.
     *
     * @param text with physical index names
     * @param own identifies the tenant's own indices
     */
    static String hidden(String text, IndexNames own) {
        String hidden = text.contains("template") ? TEMPLATES.matcher(text).replaceAll("$1" + HIDDEN) : text;
        return hidden.contains("write index")
                ? WRITERS.matcher(hidden).replaceAll(match -> writers(match, own))
                : hidden;
    }

    private static String writers(MatchResult match, IndexNames own) {
        for (String index : (match.group(1) + "," + match.group(2)).split(",")) {
            if (own.logical(index.strip()) == null) {
                return Matcher.quoteReplacement("alias " + HIDDEN + " has more than one write index " + HIDDEN);
            }
        }
        return Matcher.quoteReplacement(match.group());
    }
}
