package io.sluice.filters.tenant.names;

import static org.assertj.core.api.Assertions.assertThat;

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
