package io.sluice.filters.tenant.names;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Random;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.queryparser.classic.ParseException;
import org.apache.lucene.queryparser.classic.QueryParser;
import org.apache.lucene.queryparser.classic.TokenMgrError;
import org.apache.lucene.queryparser.simple.SimpleQueryParser;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No text in which Lucene's own parsers find a fuzzy term passes. */
@Tag("slow")
class FuzzyTextTest {

    private static final String[] PIECES = {
        "a", "b", " ", " ", "\"", "\"", "\\", "\\", "/", "/", "~", "~1", "~2", "^2", "(", ")", ":", "*", "[", "]", "+",
        "-", "|"
    };

    /** Notes whether there is a fuzzy term in a query of the classic syntax. */
    private static final class Classic extends QueryParser {
        private boolean fuzzy;

        private Classic() {
            super("f", new StandardAnalyzer());
            setAllowLeadingWildcard(true);
        }

        @Override
        protected Query getFuzzyQuery(String field, String text, float similarity) {
            fuzzy = true;
            return new MatchAllDocsQuery();
        }
    }

    /** The same for the simple syntax. */
    private static final class Simple extends SimpleQueryParser {
        private boolean fuzzy;

        private Simple(int flags) {
            super(new StandardAnalyzer(), Map.of("f", 1f), flags);
        }

        @Override
        protected Query newFuzzyQuery(String text, int fuzziness) {
            fuzzy = true;
            return new MatchAllDocsQuery();
        }
    }

    @Test
    void findsWhateverLuceneFinds() {
        Random random = new Random(5);
        int classic = 0;
        int simple = 0;
        for (int i = 0; i < 50_000; i++) {
            StringBuilder pieces = new StringBuilder();
            for (int n = random.nextInt(10); n >= 0; n--) {
                pieces.append(PIECES[random.nextInt(PIECES.length)]);
            }
            String text = pieces.toString();
            if (isFuzzyInClassic(text)) {
                classic++;
                assertThat(FuzzyText.mayStandIn(text)).as(text).isTrue();
            }
            if (isFuzzyInSimple(text, flags("FUZZY", "PHRASE", "ESCAPE")) || isFuzzyInSimple(text, -1)) {
                simple++;
                assertThat(FuzzyText.mayStandIn(text)).as(text).isTrue();
            }
        }
        assertThat(classic).isGreaterThan(300);
        assertThat(simple).isGreaterThan(300);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "\"a b\"~2", "a\\~1", "\"~\"", "\\\\\\~"})
    void takesNothingElseForOne(String text) {
        assertThat(FuzzyText.mayStandIn(text)).isFalse();
    }

    @Test
    void knowsTheSyntaxesInWhichTildesAreFound() {
        for (String flags : new String[] {"", "ALL", "AND|OR", "NONE", "fuzzy|phrase|escape", "FUZZY|all"}) {
            assertThat(FuzzyText.isFoundWith(flags)).as(flags).isTrue();
        }
        for (String flags : new String[] {"FUZZY", "fuzzy|PHRASE", "ESCAPE|Fuzzy|AND"}) {
            assertThat(FuzzyText.isFoundWith(flags)).as(flags).isFalse();
        }
        assertThat(isFuzzyInSimple("a\"~1", flags("FUZZY"))).isTrue();
        assertThat(isFuzzyInSimple("a\\~1", flags("FUZZY", "PHRASE"))).isTrue();
    }

    private static int flags(String... names) {
        int flags = 0;
        for (String name : names) {
            flags |= switch (name) {
                case "FUZZY" -> SimpleQueryParser.FUZZY_OPERATOR;
                case "PHRASE" -> SimpleQueryParser.PHRASE_OPERATOR;
                default -> SimpleQueryParser.ESCAPE_OPERATOR;
            };
        }
        return flags;
    }

    private static boolean isFuzzyInClassic(String text) {
        Classic parser = new Classic();
        try {
            parser.parse(text);
            return parser.fuzzy;
        } catch (ParseException | TokenMgrError | RuntimeException e) {
            return false;
        }
    }

    private static boolean isFuzzyInSimple(String text, int flags) {
        Simple parser = new Simple(flags);
        parser.parse(text);
        return parser.fuzzy;
    }
}
