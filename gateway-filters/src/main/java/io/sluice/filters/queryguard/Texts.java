package io.sluice.filters.queryguard;

import io.sluice.api.JsonCursor;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonKind;
import io.sluice.api.Reply;
import io.sluice.filters.search.ExpressionLengths;
import io.sluice.filters.search.SearchBounds;
import io.sluice.filters.search.SearchWork;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Judges what stands in the strings of a search. For one search; on its exchange's event loop. */
final class Texts {

    private static final String FLAGS =
            "the flags of a simple_query_string must be ALL, or have PHRASE and ESCAPE among them";

    private static final String WILDCARDS = "words with at most " + SearchBounds.MOST_WILDCARDS + " wildcards each";

    /** At least so long is a text that is not decoded. */
    private static final int OVERSIZED = 32 * 1024;

    private final Judge judge;
    private final SearchWork work;
    private final ExpressionLengths expressions = new ExpressionLengths();
    private int multiWord;
    private boolean multiPrefix;
    private int terms;

    /** @param work with the texts of the URL */
    Texts(Judge judge, SearchWork work) {
        this.judge = judge;
        this.work = work;
    }

    /** The terms of query strings since this was last asked. */
    int takeTerms() {
        int taken = terms;
        terms = 0;
        return taken;
    }

    /** What becomes of a scalar; null if nothing is wrong with it. */
    @Nullable JsonEdit judged(Role role, JsonCursor at) {
        JsonEdit much = judge.watches(Kind.AMOUNTS) ? spread(role, at) : null;
        return much == null ? costly(role, at) : much;
    }

    private @Nullable JsonEdit spread(Role role, JsonCursor at) {
        boolean expression = role == Role.EXPRESSION
                || role == Role.INCLUDED_TERMS && at.kind() == JsonKind.STRING && isMemberItself(at);
        if (expression && !expressions.takes(length(at))) {
            return GuardVisitor.edit(judge.beyond("of " + ExpressionLengths.BOUND, at::place));
        }
        boolean within = switch (role) {
            case MATCHED, MULTI_TEXT, LAST_WORD -> work.takes(length(at));
            case WORD, PREFIX, PATTERN -> work.takesWord(at.text().length());
            case FUZZY_WORD -> work.takes(at.text().length()) && work.spreads();
            case SHARED_TEXT -> work.shares(at.text().length());
            case FUZZINESS -> isExact(at) || work.spreads();
            case ANY_CASE -> !at.text().equals("true") || work.spreads();
            default -> true;
        };
        return within ? null : much(at::place);
    }

    /** Counts a suggestion; what becomes of it, null if nothing is wrong with it. */
    @Nullable JsonEdit suggestion(JsonCursor at) {
        return !judge.watches(Kind.AMOUNTS) || work.suggests() ? null : much(at::place);
    }

    private static int length(JsonCursor at) {
        return at.isOversized() ? OVERSIZED : at.text().length();
    }

    private @Nullable JsonEdit much(Supplier<String> place) {
        return GuardVisitor.edit(much(judge, place));
    }

    /** The reply to a search whose texts are too long together; null if no rule denies it. */
    static @Nullable Reply much(Judge judge, Supplier<String> place) {
        return judge.beyond("of " + SearchWork.BOUND, place);
    }

    private @Nullable JsonEdit costly(Role role, JsonCursor at) {
        return switch (role) {
            case PATTERN -> watchesPatterns() ? costly(QueryText.pattern(at.text()), at) : null;
            case PREFIX ->
                judge.watches(Kind.PREFIXES)
                        ? prefix(at.text().codePointCount(0, at.text().length()), at)
                        : null;
            case TEXT -> watchesTexts() ? text(QueryText.classic(at.text()), at) : null;
            case SIMPLE_TEXT -> watchesTexts() ? text(QueryText.simple(at.text()), at) : null;
            case SIMPLE_FLAGS -> flags(at);
            case FUZZINESS -> fuzziness(at);
            case LAST_WORD -> judge.watches(Kind.PREFIXES) ? prefix(QueryText.lastWord(at.text()), at) : null;
            case MULTI_TEXT, MULTI_TYPE -> judge.watches(Kind.PREFIXES) ? multi(role, at) : null;
            case TEXT_TYPE -> judge.watches(Kind.PREFIXES) && isPrefixType(at) ? prefix(0, at) : null;
            case INCLUDED_TERMS -> at.kind() == JsonKind.STRING && isMemberItself(at) ? regexp(at) : null;
            default -> null;
        };
    }

    /** Forgets the last match of several fields. */
    void enterMultiMatch() {
        multiWord = QueryText.NO_PREFIX;
        multiPrefix = false;
    }

    private boolean watchesPatterns() {
        return judge.watches(Kind.LEADING_WILDCARDS) || judge.watches(Kind.PREFIXES) || judge.watches(Kind.AMOUNTS);
    }

    private boolean watchesTexts() {
        return watchesPatterns()
                || judge.watches(Kind.REGEXPS)
                || judge.watches(Kind.FUZZY)
                || judge.watches(Kind.CLAUSES);
    }

    private @Nullable JsonEdit text(QueryText text, JsonCursor at) {
        terms += text.terms();
        JsonEdit much = judge.watches(Kind.AMOUNTS) && !takes(work, text) ? much(at::place) : null;
        return much == null ? costly(text, at) : much;
    }

    /** Adds a text to those of a search; whether it is still within the bound. */
    static boolean takes(SearchWork work, QueryText text) {
        return work.takesSyntax(text.text()) && (!text.isFuzzy() || work.spreads());
    }

    private @Nullable JsonEdit costly(QueryText text, JsonCursor at) {
        boolean plain = !text.hasLeadingWildcard()
                && !text.hasRegexp()
                && !text.isFuzzy()
                && text.mostWildcards() <= SearchBounds.MOST_WILDCARDS
                && text.shortest() == QueryText.NO_PREFIX;
        return plain ? null : GuardVisitor.edit(judged(text, judge, at::place));
    }

    /** The reply to a request with this text; null if nothing is wrong with it. */
    static @Nullable Reply judged(QueryText text, Judge judge, Supplier<String> place) {
        Reply reply = text.hasLeadingWildcard() ? judge.refusal(Kind.LEADING_WILDCARDS, 1, place) : null;
        if (reply == null && text.hasRegexp()) {
            reply = judge.refusal(Kind.REGEXPS, 1, place);
        }
        if (reply == null && text.isFuzzy()) {
            reply = judge.refusal(Kind.FUZZY, 1, place);
        }
        if (reply == null && text.shortest() != QueryText.NO_PREFIX) {
            reply = judge.refusal(Kind.PREFIXES, text.shortest(), place);
        }
        if (reply == null && text.mostWildcards() > SearchBounds.MOST_WILDCARDS) {
            reply = judge.beyond(WILDCARDS, place);
        }
        return reply;
    }

    private @Nullable JsonEdit prefix(int length, JsonCursor at) {
        return judge.refusing(Kind.PREFIXES, length, at);
    }

    private @Nullable JsonEdit regexp(JsonCursor at) {
        return judge.refusing(Kind.REGEXPS, 1, at);
    }

    // The elements of a list are terms, not patterns.
    private static boolean isMemberItself(JsonCursor at) {
        return at.name() != null;
    }

    private @Nullable JsonEdit fuzziness(JsonCursor at) {
        return isExact(at) ? null : judge.refusing(Kind.FUZZY, 1, at);
    }

    private static boolean isExact(JsonCursor at) {
        return at.kind() == JsonKind.NULL || at.text().equals("0");
    }

    private @Nullable JsonEdit multi(Role role, JsonCursor at) {
        if (role == Role.MULTI_TEXT) {
            multiWord = QueryText.lastWord(at.text());
        } else {
            multiPrefix |= isPrefixType(at);
        }
        return multiPrefix && multiWord != QueryText.NO_PREFIX ? prefix(multiWord, at) : null;
    }

    private static boolean isPrefixType(JsonCursor at) {
        return at.text().toLowerCase(Locale.ROOT).endsWith("prefix");
    }

    // Without them a quotation mark or a backslash is a character like any other.
    private @Nullable JsonEdit flags(JsonCursor at) {
        if (!judge.watches(Kind.FUZZY) && !judge.watches(Kind.PREFIXES)) {
            return null;
        }
        List<String> flags = Arrays.stream(at.text().split("\\|"))
                .map(each -> each.toUpperCase(Locale.ROOT))
                .toList();
        boolean plain = at.text().isEmpty()
                || at.text().equals("-1")
                || flags.contains("ALL")
                || flags.contains("PHRASE") && flags.contains("ESCAPE");
        return plain ? null : GuardVisitor.edit(judge.unreadable(() -> FLAGS));
    }
}
