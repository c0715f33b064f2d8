package io.sluice.filters.tenant.names;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AffixedNamesTest {

    private static final List<IndexPattern> ALL = List.of(IndexPattern.parse("*"));
    private static final String[] TENANTS = {"a", "b", "aa", "a_b", "acme", "acme2"};
    private static final String[] TEMPLATES = {
        "{tenant}.{index}", "{index}-{tenant}", "t.{tenant}.x-{index}.y", "{index}.{tenant}.z"
    };

    private static IndexNames names(String template, String tenant) {
        NameTemplate parsed = NameTemplate.parse(template, new TenantName(false));
        return new AffixedNames(parsed.before(tenant), parsed.after(tenant), ALL);
    }

    /** Whatever text a client sends for an expression, its pieces can match no index of another tenant, whatever that is called. */
    @Test
    void noExpressionReachesAnotherTenantsIndices() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        String alphabet = "ab.-_*,+<>{}/:acme2txyz";
        for (int round = 0; round < 200_000; round++) {
            String template = TEMPLATES[random.nextInt(TEMPLATES.length)];
            String own = TENANTS[random.nextInt(TENANTS.length)];
            String other = TENANTS[random.nextInt(TENANTS.length)];
            String text = text(random, alphabet, 12);
            String victim = text(random, "ab.-_2txyz", 6);
            if (own.equals(other)
                    || !(names(template, own).expression(text) instanceof Translation.Physical physical)
                    || !(names(template, other).one(victim) instanceof Translation.Physical theirs)) {
                continue;
            }
            for (String element : physical.name().split(",", -1)) {
                boolean excludes = element.startsWith("-");
                assertThat(element).as("seed %d, %s", seed, text).isNotEmpty();
                assertThat(!excludes && matches(element, theirs.name()))
                        .as(
                                "seed %d: [%s] of %s is [%s] and matches [%s] of %s",
                                seed, text, own, element, theirs, other)
                        .isFalse();
            }
        }
    }

    private static String text(Random random, String alphabet, int longest) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(longest); i >= 0; i--) {
            text.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return text.toString();
    }

    // Date math may become anything between its literal ends.
    private static boolean matches(String element, String name) {
        String pattern = element.startsWith("<")
                ? element.substring(1, element.length() - 1).replaceAll("\\{.*}", "*")
                : element;
        StringBuilder regex = new StringBuilder();
        for (char c : pattern.toCharArray()) {
            regex.append(c == '*' ? ".*" : Pattern.quote(String.valueOf(c)));
        }
        return Pattern.matches(regex.toString(), name);
    }

    @Test
    void findsTheWayBackForEveryNameAndForNoOtherTenants() {
        for (String template : TEMPLATES) {
            for (String tenant : TENANTS) {
                for (String index : new String[] {"logs", "a", "a-b", "a.b", "acme.a", "x-a-acme", "<logs-{now/d}>"}) {
                    String physical =
                            ((Translation.Physical) names(template, tenant).one(index)).name();
                    for (String reader : TENANTS) {
                        String expected = reader.equals(tenant) ? index : null;
                        assertThat(names(template, reader).logical(physical))
                                .as("%s %s %s", template, physical, reader)
                                .isEqualTo(expected);
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            no such index [acme.logs]                       | no such index [logs]
            [acme.logs][0] failed, see acme.x, acme.y.      | [logs][0] failed, see x, y.
            /acme.logs/_doc/1                               | /logs/_doc/1
            pacme.logs is no name of ours                   | pacme.logs is no name of ours
            [acme.*,-acme.x]                                | [*,-x]
            <acme.logs-{now/d}>                             | <logs-{now/d}>
            nothing                                         | nothing
            """)
    void restoresNamesInTexts(String text, String restored) {
        assertThat(names("{tenant}.{index}", "acme").text(text)).isEqualTo(restored);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            provided as <logs-{now}.acme>, of logs.acme     | provided as <logs-{now}>, of logs
            <logs-{now/d{yyyy.MM}}.acme>             | <logs-{now/d{yyyy.MM}}>
            <logs-{now}.other> <<logs.acme>                 | <logs-{now}.other> <<logs>
            """)
    void restoresDateMathBeforeASuffixInTexts(String text, String restored) {
        assertThat(names("{index}.{tenant}", "acme").text(text)).isEqualTo(restored);
    }

    @ParameterizedTest
    @CsvSource({
        "logs,acme.logs",
        "metrics-1,acme.metrics-1",
        "metrics-*,acme.metrics-*",
        "*,'acme.logs,acme.metrics-*'",
        "m*,acme.metrics-*",
        "<logs>,<acme.logs>",
        "<metrics-{now}>,<acme.metrics-{now}>",
        "<metrics-a{now{2.}}secret>,<acme.metrics-a{now{2.}}secret>"
    })
    void staysWithinThePatternsOfALayout(String expression, String physical) {
        IndexNames names =
                new AffixedNames("acme.", "", List.of(IndexPattern.parse("logs"), IndexPattern.parse("metrics-*")));

        assertThat(names.expression(expression)).isEqualTo(new Translation.Physical(physical));
    }

    /** What the server would take for an exclusion, behind the wildcards that the layout made plain names of. */
    @ParameterizedTest
    @CsvSource({
        "'*,-l*','acme.logs,acme.metrics-*,acme.x,-acme.l*'",
        "'l*,m*,-logs','acme.logs,acme.metrics-*,-acme.logs'",
        "'l*,-x*',acme.logs",
        "'l*,-l*,metrics-1',acme.metrics-1",
        "'l*,-logs,logs','acme.logs'",
        "'z*,logs,metrics-1,-l*',acme.metrics-1",
        "'l*,-l*,m*,-metrics-1','acme.metrics-*,-acme.metrics-1'"
    })
    void leavesOutWhatIsExcludedWhereNoWildcardIsSent(String expression, String physical) {
        IndexNames names = new AffixedNames(
                "acme.",
                "",
                List.of(IndexPattern.parse("logs"), IndexPattern.parse("metrics-*"), IndexPattern.parse("x")));

        assertThat(names.expression(expression)).isEqualTo(new Translation.Physical(physical));
    }

    @ParameterizedTest
    @CsvSource({
        "'l*,-l*'",
        "'l*,-<metrics-{now/d}>'",
        "'z*,<metrics-{now/d}>,-l*'",
        "'z*,logs,-*'",
        "'l*,-m*'",
        "'l*,metrics-1,-metrics-2*'"
    })
    void refusesExclusionsThatLeaveNothingOrDependOnTheClusterOrTheDate(String expression) {
        IndexNames names =
                new AffixedNames("acme.", "", List.of(IndexPattern.parse("logs"), IndexPattern.parse("metrics-*")));

        assertThat(names.expression(expression)).isInstanceOf(Translation.Refused.class);
    }

    /** As a server reads what is sent, no index is meant that the client's own expression does not mean. */
    @Test
    void meansNoIndexThatTheClientDoesNotMean() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<String> layout = List.of("logs", "l", "m*", "b");
        List<String> indices = List.of("logs", "l", "m", "mx", "b");
        IndexNames names = new AffixedNames(
                "acme.", "", layout.stream().map(IndexPattern::parse).toList());
        for (int round = 0; round < 100_000; round++) {
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(4); i >= 0; i--) {
                text.append(random.nextInt(3) == 0 ? "-" : "")
                        .append(PIECES.get(random.nextInt(PIECES.size())))
                        .append(i > 0 ? "," : "");
            }
            if (names.expression(text.toString()) instanceof Translation.Physical sent) {
                List<String> meant = resolved(text.toString(), "", indices);
                assertThat(resolved(sent.name(), "acme.", indices))
                        .as("seed %d: %s sent as %s", seed, text, sent.name())
                        .containsExactlyInAnyOrderElementsOf(meant);
            }
        }
    }

    private static final List<String> PIECES = List.of("*", "l*", "lo*", "m*", "mx", "logs", "l", "b", "z*", "b*");

    // As servers with lenient options do: a hyphen excludes behind a wildcard only, and what is missing is passed over.
    private static List<String> resolved(String expression, String prefix, List<String> indices) {
        List<String> found = new ArrayList<>();
        boolean wildcard = false;
        for (String element : expression.split(",")) {
            boolean excludes = wildcard && element.startsWith("-");
            String pattern = excludes ? element.substring(1) : element;
            wildcard |= pattern.indexOf('*') >= 0;
            for (String index : indices) {
                if (matches(pattern, prefix + index)) {
                    found.remove(index);
                    if (!excludes) {
                        found.add(index);
                    }
                }
            }
        }
        return found;
    }

    @ParameterizedTest
    @CsvSource({
        "orders",
        "metrics",
        "o*",
        "*-x",
        "m*x",
        "<o-{now}>",
        "<logs{now}>",
        "<logs{now{2.}}secret>",
        "<metrics{now}>",
        "<logs-1>",
        "'logs,<logs{now{.}}x>'"
    })
    void refusesWhatIsNotInThePatternsOfALayout(String expression) {
        IndexNames names =
                new AffixedNames("acme.", "", List.of(IndexPattern.parse("logs"), IndexPattern.parse("metrics-*")));

        assertThat(names.expression(expression)).isInstanceOf(Translation.Refused.class);
    }
}
