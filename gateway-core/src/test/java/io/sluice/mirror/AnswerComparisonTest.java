package io.sluice.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class AnswerComparisonTest {
    private final AnswerComparison comparison = new AnswerComparison(List.of());

    private static WholeAnswer answer(String body) {
        return new WholeAnswer(200, "", body.getBytes(StandardCharsets.UTF_8));
    }

    private AnswerComparison.Result compare(String one, String other) {
        return comparison.compare(answer(one), answer(other));
    }

    private static String nested(String name, int depth, String innermost) {
        String member = "{\"" + name + "\":";
        return member.repeat(depth) + innermost + "}".repeat(depth);
    }

    /** A place that is kept for each level would take the square of the depth: here 240 MB. */
    @Test
    void takesNoMoreMemoryForNamesThanTheBodiesHave() {
        String name = "n".repeat(20_000);
        WholeAnswer one = answer(nested(name, 150, "1"));
        WholeAnswer other = answer(nested(name, 150, "2"));
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

        long before = threads.getCurrentThreadAllocatedBytes();
        AnswerComparison.Result result = comparison.compare(one, other);
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;

        assertThat(result.isDifferent()).isTrue();
        assertThat(allocated).isLessThan(100 << 20);
    }

    @Test
    void keepsTheBeginningOfALongPlace() {
        AnswerComparison.Result result = compare(nested("n".repeat(150), 100, "1"), nested("n".repeat(150), 100, "2"));

        assertThat(result.what())
                .singleElement()
                .asString()
                .hasSize(203)
                .startsWith("/nnn")
                .endsWith("nnn...");
    }

    @Test
    void doesNotCompareBodiesThatAreVeryDeep() {
        assertThat(compare(nested("n", 900, "1"), nested("n", 900, "2")).outcome())
                .isEqualTo(Outcome.INCOMPARABLE);
        assertThat(compare("[".repeat(900) + "]".repeat(900), "{}").outcome()).isEqualTo(Outcome.INCOMPARABLE);
    }

    @Test
    void doesNotCompareBodiesOfVeryManyValues() {
        String many = "[" + "0,".repeat(2_000_000);

        assertThat(compare(many + "1]", many + "2]").outcome()).isEqualTo(Outcome.INCOMPARABLE);
    }

    @Test
    void equalBytesAreTheSameHoweverDeep() {
        String deep = nested("n", 900, "1");

        assertThat(compare(deep, deep).isSame()).isTrue();
    }

    @Test
    void anotherStatusIsADifferenceHoweverDeepTheBodies() {
        String deep = nested("n", 900, "1");
        WholeAnswer failed = new WholeAnswer(500, "", deep.getBytes(StandardCharsets.UTF_8));

        assertThat(comparison.compare(answer(deep), failed).what()).containsExactly("status");
    }

    @Test
    void comparesBodiesAsDeepAsServersTakeDocuments() {
        assertThat(compare(nested("n", 150, "1"), nested("n", 150, "1 ")).isSame())
                .isTrue();
        assertThat(compare(nested("n", 3, "[0,1]"), nested("n", 3, "[0,2]")).what())
                .containsExactly("/n/n/n/1");
    }

    @Test
    void tellsTheFirstFivePlaces() {
        assertThat(compare("[1,1,1,1,1,1,1]", "[2,2,2,2,2,2,2]").what()).containsExactly("/0", "/1", "/2", "/3", "/4");
    }

    @Test
    void countsAllItemsOfABulkThatDiffer() {
        String items = "{\"errors\":false,\"items\":[" + "{\"index\":{\"status\":200}},".repeat(8);

        AnswerComparison.Result result = compare(
                items + "{\"index\":{\"status\":200}}]}",
                items.replace("200", "201") + "{\"index\":{\"status\":200}}]}");

        assertThat(result.what()).hasSize(5).startsWith("/items/0/index/status");
        assertThat(result.unlike()).isEqualTo(8);
        assertThat(result.alike()).isOne();
    }
}
