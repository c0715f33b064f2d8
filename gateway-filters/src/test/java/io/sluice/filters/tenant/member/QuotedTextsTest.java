package io.sluice.filters.tenant.member;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.filters.tenant.names.AffixedNames;
import io.sluice.filters.tenant.names.DocumentIds;
import io.sluice.filters.tenant.names.FieldNames;
import io.sluice.filters.tenant.names.IndexNames;
import io.sluice.filters.tenant.names.IndexPattern;
import io.sluice.filters.tenant.names.TextReplacement;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is sought in a server's text, which may quote what a tenant wrote. */
class QuotedTextsTest {

    private static final IndexNames ACME = new AffixedNames("acme.", "", List.of(IndexPattern.parse("*")));
    private static final Pattern TEMPLATES =
            Pattern.compile("(matches (?:multiple legacy templates|with template) )\\[[^\\]]*]");
    private static final Pattern WRITERS =
            Pattern.compile("alias \\[([^\\]]*)] has more than one write index \\[([^\\]]*)]");
    private static final Pattern AMBIGUOUS = Pattern.compile("(?:object )?field (?:name )?[a-z]+ [^\\[\\]]*"
            + "(?:\\[\\.] makes object resolution ambiguous: |whitespace: )\\['?\\.(_id|_version)'?]");

    private static final List<String> WORDS = List.of(
            "alias [",
            "acme.a",
            "globex.a",
            ",",
            "]",
            "[",
            "] has more than one write index [",
            "matches with template [",
            "matches multiple legacy templates [",
            "field ",
            "object ",
            "name ",
            "a ",
            "-",
            "[.] makes object resolution ambiguous: ['._id']",
            "[.] makes object resolution ambiguous: [._version]",
            "whitespace: ['._id']",
            "whitespace: [._x]",
            "whitespace: ");

    /** A time that grew with the square of the length would take hours. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "alias [",
                "alias [x] has more than one write index [",
                "] has more than one write index [",
                "alias [x has more than one write index ",
                "matches with template [",
                "matches multiple legacy templates [",
                "field a ",
                "field name ",
                "object field aa",
                "whitespace: ['._id'",
                "whitespace: [._id]",
                "]whitespace: "
            })
    void takesATimeThatGrowsWithItsLengthOnly(String repeated) {
        String text = "template write index: [" + repeated.repeat(200_000) + " write index [ : [";

        Assertions.assertTimeoutPreemptively(Duration.ofMinutes(1), () -> {
            assertThat(OperatorNames.hidden(text, ACME)).isNotEmpty();
            assertThat(ServerMembers.text(text)).isNotEmpty();
        });
    }

    /** A time that grew with the product of both lengths would take minutes. */
    @Test
    void isSearchedForALongNameInATimeThatGrowsWithBothLengthsOnly() {
        String text = "a".repeat(2_000_000);
        String name = "a".repeat(200_000);

        Assertions.assertTimeoutPreemptively(Duration.ofMinutes(1), () -> {
            assertThat(DocumentIds.of(name).text(text)).isEqualTo(text);
            assertThat(FieldNames.under(name, "baseIndex").text(text)).isEqualTo(text);
            assertThat(TextReplacement.replaced(text, name + "~", "b")).isEqualTo(text);
        });
    }

    @ParameterizedTest
    @CsvSource({
        "failed to parse field [order.order.id] of type, failed to parse field [order.id] of type",
        "[order.customer.order.id], [customer.order.id]",
        "weight(order.order.title:foo in 0), weight(order.title:foo in 0)",
        "-order.a:order.order.b, -a:order.b",
        "reorder.a x_order.a, reorder.a x_order.a",
    })
    void losesTheIndexOfAFieldOnceOnly(String text, String shown) {
        assertThat(FieldNames.under("order", "baseIndex").text(text)).isEqualTo(shown);
    }

    @Test
    void hasPartsReplacedAsStringsReplaceThem() {
        Random random = new Random(4);
        for (int run = 0; run < 100_000; run++) {
            String text = drawn(random, 30);
            String part = drawn(random, 6);

            assertThat(TextReplacement.replaced(text, part, "x")).isEqualTo(text.replace(part, "x"));
            assertThat(TextReplacement.has(text, part)).isEqualTo(text.contains(part));
        }
    }

    private static String drawn(Random random, int most) {
        StringBuilder out = new StringBuilder();
        for (int length = 1 + random.nextInt(most); length > 0; length--) {
            out.append("aab".charAt(random.nextInt(3)));
        }
        return out.toString();
    }

    @Test
    void hidesWhatRegularExpressionsHide() {
        judge(
                text -> OperatorNames.hidden(text, ACME),
                text -> WRITERS.matcher(TEMPLATES.matcher(text).replaceAll("$1[*]"))
                        .replaceAll(QuotedTextsTest::writers));
    }

    private static String writers(MatchResult match) {
        for (String index : (match.group(1) + "," + match.group(2)).split(",", -1)) {
            if (ACME.logical(index) == null) {
                return "alias [*] has more than one write index [*]";
            }
        }
        return Matcher.quoteReplacement(match.group());
    }

    @Test
    void findsTheMembersThatARegularExpressionFinds() {
        judge(
                ServerMembers::text,
                text -> AMBIGUOUS
                        .matcher(text)
                        .replaceFirst("Field [$1] is a metadata field and cannot be added inside a document."
                                + " Use the index API request parameters."));
    }

    private static void judge(UnaryOperator<String> judged, UnaryOperator<String> measure) {
        Random random = new Random(3);
        for (int run = 0; run < 50_000; run++) {
            StringBuilder text = new StringBuilder();
            for (int words = 1 + random.nextInt(14); words > 0; words--) {
                text.append(WORDS.get(random.nextInt(WORDS.size())));
            }

            assertThat(judged.apply(text.toString())).as(text.toString()).isEqualTo(measure.apply(text.toString()));
        }
    }
}
