package io.sluice.filters.tenant.query;

import io.sluice.filters.tenant.names.IndexNames;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names in texts of the cluster's that are no tenant's to know: of the operator's templates, and of an alias that the operator has laid
 * over indices of several tenants. Stateless.
 */
final class OperatorNames {

    private static final String HIDDEN = "[*]";

    /** Tenants have no templates. The words are those of Elasticsearch 7 to 9 and OpenSearch. */
    private static final Pattern TEMPLATES =
            Pattern.compile("(matches (?:multiple legacy templates|with template) )\\[[^\\]]*]");

    private static final Pattern WRITERS =
            Pattern.compile("alias \\[([^\\]]*)] has more than one write index \\[([^\\]]*)]");

    private OperatorNames() {}

    /**
     * A text without them.
     *
     * @param text with the cluster's names for indices
     * @param own tells which of them are the tenant's
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
