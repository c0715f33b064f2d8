package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.BulkAction;
import io.sluice.api.BulkDefaults;
import io.sluice.api.BulkField;
import io.sluice.api.BulkItemPlan;
import io.sluice.api.BulkOperation;
import io.sluice.filters.handle.HandleSealer;
import io.sluice.filters.tenant.body.RequestReferences;
import io.sluice.filters.tenant.member.Member;
import io.sluice.filters.tenant.names.AffixedNames;
import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessResult;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A bulk over more indices of a tenant than the gateway keeps the rules of. */
class ManyIndicesTest extends AcmeTest {

    private static final int MANY = 2 * NestedBulk.KEPT;

    private final Member member = Member.inOwnIndices("acme", "acme", new AffixedNames("", "", List.of()));
    private int made;

    ManyIndicesTest() {
        super("nested: { indices: [\"*\"] }");
    }

    /** An item for an index. */
    private record Line(String index) implements BulkAction {
        @Override
        public BulkOperation operation() {
            return BulkOperation.INDEX;
        }

        @Override
        public boolean has(BulkField field) {
            return field == BulkField.INDEX;
        }

        @Override
        public boolean onLine(BulkField field) {
            return has(field);
        }

        @Override
        public boolean is(BulkField field, String text) {
            return has(field) && text.equals(index);
        }

        @Override
        public String text(BulkField field) {
            return has(field) ? index : "";
        }

        @Override
        public int routingHash(BulkField field) {
            return index.hashCode();
        }
    }

    private NestedBulk counted() {
        HandleSealer handles = new HandleSealer(List.of(new byte[32]), Duration.ofDays(1), Clock.systemUTC());
        return new NestedBulk(member, new RequestReferences(member, "", handles), of -> {
            made++;
            return (action, url, position) -> BulkItemPlan.keep();
        });
    }

    private static void items(NestedBulk bulk, int from, int to) {
        for (int i = from; i < to; i++) {
            bulk.onItem(new Line("logs-" + i), new BulkDefaults(null, null, null), i);
        }
    }

    /** With the fields that the URL requests, 8,000 indices took more than a gigabyte. */
    @Test
    void keepsTheRulesOfTheLastIndicesOnly() {
        NestedBulk bulk = counted();

        items(bulk, 0, MANY);
        int first = made;
        items(bulk, MANY - NestedBulk.KEPT, MANY);
        int again = made;
        items(bulk, 0, 100);

        assertThat(again).isEqualTo(first);
        assertThat(made).isEqualTo(first + 100);
    }

    @Test
    void judgesItemsOfAnIndexAlikeWhenItsRulesAreMadeAnew() {
        String lines = IntStream.range(0, MANY)
                .mapToObj(i -> "{\"update\":{\"_index\":\"logs-" + i + "\",\"_id\":\"1\"}}\n{\"doc\":{\"a\":1}}\n")
                .collect(Collectors.joining());
        String answers = IntStream.range(0, 2 * MANY)
                .mapToObj(i -> "{\"update\":{\"_index\":\"acme\",\"_id\":\"logs-" + i % MANY + ":1\",\"status\":200}}")
                .collect(Collectors.joining(","));

        HarnessResult bulk = acme("POST", "/_bulk?_source_includes=a")
                .body(lines + lines)
                .upstream(200, "application/json", "{\"items\":[" + answers + "]}")
                .send();

        String sent = bulk.upstreamBody();
        assertThat(sent.substring(sent.length() / 2)).isEqualTo(sent.substring(0, sent.length() / 2));
        assertThat(bulk.body().split("\"_index\":\"logs-0\",\"_id\":\"1\"", -1)).hasSize(3);
        assertThat(bulk.body()).doesNotContain("\"acme\"", "logs-1:1");
    }

    /** Each keeps some KB until the answer is over: 8,190 of long names took 59 MB, and 20 such bulks the whole heap. */
    @Test
    void refusesItemsOfMoreIndices() {
        NestedBulk bulk = counted();
        int most = NestedBulk.MAX_INDICES;

        items(bulk, 0, most);
        BulkItemPlan known = bulk.onItem(new Line("logs-0"), new BulkDefaults(null, null, null), most);
        BulkItemPlan more = bulk.onItem(new Line("logs-" + most), new BulkDefaults(null, null, null), most + 1);

        assertThat(most).isLessThan(1_000);
        assertThat(known).isEqualTo(BulkItemPlan.keep());
        assertThat(more)
                .isEqualTo(new BulkItemPlan.Reject(400, "illegal_argument_exception", "too many indices in one bulk"));
    }

    /** Equal members count one by one. */
    @Test
    void searchesOneListOfIndicesAsOftenAsOneMay() {
        String indices = IntStream.range(0, 10).mapToObj(i -> "logs-2024-" + i).collect(Collectors.joining(","));

        HarnessResult searches = acme("POST", "/_msearch")
                .body(("{\"index\":\"" + indices + "\"}\n{\"size\":0}\n").repeat(1_000))
                .send();

        assertThat(searches.relayed()).as(searches.toString()).isTrue();
    }

    @Test
    void tellsItemsOfAllIndicesApartAlsoBesideAnotherLayout() {
        try (FilterHarness both = FilterHarness.of(
                new TenantFactory(),
                "from: [{ principal: {} }]\nlayouts: [{ nested: { indices: ['n-*'] } }, { indexPerTenant: { indices: ['*'] } }]\n")) {
            String items = IntStream.range(0, NestedBulk.MAX_INDICES)
                    .mapToObj(i -> delete("own") + delete("n-" + i))
                    .collect(Collectors.joining());
            String answers = IntStream.range(0, NestedBulk.MAX_INDICES)
                    .mapToObj(i -> deleted("acme.own", "1") + "," + deleted("acme", "n-" + i + ":1"))
                    .collect(Collectors.joining(","));

            HarnessResult bulk = both.request("POST", "/_bulk")
                    .principal("acme")
                    .header("Content-Type", "application/json")
                    .body(items)
                    .upstream(200, "application/json", "{\"items\":[" + answers + "]}")
                    .send();

            assertThat(bulk.body())
                    .contains("\"_index\":\"n-0\"", "\"_index\":\"n-510\"")
                    .doesNotContain("withheld");
        }
    }

    private static String delete(String index) {
        return "{\"delete\":{\"_index\":\"" + index + "\",\"_id\":\"1\"}}\n";
    }

    private static String deleted(String index, String id) {
        return "{\"delete\":{\"_index\":\"" + index + "\",\"_id\":\"" + id + "\",\"status\":200}}";
    }
}
