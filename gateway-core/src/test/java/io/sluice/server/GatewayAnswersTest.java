package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.BulkEdit;
import io.sluice.api.BulkField;
import io.sluice.api.BulkItemPlan;
import io.sluice.api.BulkVisitor;
import io.sluice.api.Exchange;
import io.sluice.api.Filter;
import io.sluice.api.Json;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonKind;
import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import io.sluice.api.ResponseHead;
import io.sluice.api.ResponsePlan;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the gateway or a filter answers in a node's place goes back through the filters before it, as a node's answer does. */
class GatewayAnswersTest {

    private static final String PREFIX = "cluster.";
    private static final BulkVisitor NONE =
            (action, url, position) -> new BulkItemPlan.Reject(403, "security_exception", "not " + action.index());
    private static final BulkVisitor EVEN =
            (action, url, position) -> position % 2 == 0 ? BulkItemPlan.keep() : NONE.onItem(action, url, position);

    /** Gives indices and ids of a bulk other names, and takes those away again wherever they begin a text of the answer. */
    private static TestFilter naming(BulkVisitor visitor) {
        return new TestFilter("naming", new Filter() {
            @Override
            public RequestPlan onRequest(RequestHead head, Exchange exchange) {
                return new RequestPlan.Bulk(
                        head.withTarget(head.target().withRawPath("/" + PREFIX + "i/_bulk")), visitor);
            }

            @Override
            public ResponsePlan onResponse(ResponseHead head, Exchange exchange) {
                return new ResponsePlan.Json(
                        head,
                        at -> at.kind() == JsonKind.STRING && at.text().contains(PREFIX)
                                ? new JsonEdit.Replace(Json.string(at.text().replace(PREFIX, "")))
                                : JsonEdit.descend());
            }
        });
    }

    private static final BulkVisitor RENAMING =
            (action, url, position) -> new BulkItemPlan.Rewrite(new BulkEdit().prefix(BulkField.ID, PREFIX), null);

    private static TestFilter rejecting(BulkVisitor visitor) {
        return TestFilter.onRequest((head, exchange) -> new RequestPlan.Bulk(head, visitor));
    }

    private static String items(String... ids) {
        StringBuilder bulk = new StringBuilder();
        for (String id : ids) {
            bulk.append("{\"index\":{\"_id\":\"").append(id).append("\"}}\n{}\n");
        }
        return bulk.toString();
    }

    @Test
    void restoresNamesWhereAFilterBehindHasRejectedEveryItem() throws Exception {
        try (TestNode node = BulkNode.answering(BulkNode.CREATED);
                TestGateway gateway = TestFilter.gateway(node, naming(RENAMING), rejecting(NONE))) {
            assertThat(gateway.post("/i/_bulk", items("1", "2")).body())
                    .isEqualTo(("{'took':0,'errors':true,'items':["
                                    + "{'index':{'_index':'i','_id':'1','status':403,'error':{'type':'security_exception','reason':'not i'}}},"
                                    + "{'index':{'_index':'i','_id':'2','status':403,'error':{'type':'security_exception','reason':'not i'}}}]}")
                            .replace('\'', '"'));
        }
    }

    @Test
    void restoresNamesWhereAFilterBehindHasRejectedSomeItems() throws Exception {
        try (TestNode node = BulkNode.answering(BulkNode.CREATED);
                TestGateway gateway = TestFilter.gateway(node, naming(RENAMING), rejecting(EVEN))) {
            assertThat(gateway.post("/i/_bulk", items("1", "2", "3")).body())
                    .containsSubsequence("\"_id\":\"1\"", "\"_id\":\"2\",\"status\":403", "\"_id\":\"3\"")
                    .doesNotContain(PREFIX);
        }
    }

    @Test
    void showsAFiltersOwnRejectionsAsItNamesThem() throws Exception {
        BulkVisitor half = (action, url, position) -> position % 2 == 0
                ? RENAMING.onItem(action, url, position)
                : new BulkItemPlan.Reject(403, "security_exception", "not " + PREFIX + "x").of(PREFIX + "mine");
        try (TestNode node = BulkNode.answering(BulkNode.CREATED);
                TestGateway gateway = TestFilter.gateway(node, naming(half))) {
            assertThat(gateway.post("/i/_bulk", items("1", "2")).body())
                    .containsSubsequence(
                            "\"_id\":\"1\"",
                            "\"_index\":\"" + PREFIX + "mine\",\"_id\":\"2\",\"status\":403",
                            "not " + PREFIX + "x");
        }
        BulkVisitor all =
                (action, url, position) -> new BulkItemPlan.Reject(403, "security_exception", "no").of(PREFIX + "mine");
        try (TestNode node = BulkNode.answering(BulkNode.CREATED);
                TestGateway gateway = TestFilter.gateway(node, naming(all))) {
            assertThat(gateway.post("/i/_bulk", items("1")).body())
                    .contains("\"_index\":\"" + PREFIX + "mine\",\"_id\":\"1\"");
        }
    }

    @Test
    void putsTheRejectionsOfThreeFiltersInTheirPlaces() throws Exception {
        BulkVisitor first = (action, url, position) ->
                position == 0 ? new BulkItemPlan.Reject(410, "first", "first") : RENAMING.onItem(action, url, position);
        TestFilter last = new TestFilter("last", new Filter() {
            @Override
            public RequestPlan onRequest(RequestHead head, Exchange exchange) {
                return new RequestPlan.Bulk(head, NONE);
            }
        });
        try (TestNode node = BulkNode.answering(BulkNode.CREATED);
                TestGateway gateway = TestFilter.gateway(node, naming(first), rejecting(EVEN), last)) {
            assertThat(gateway.post("/i/_bulk", items("0", "1", "2", "3")).body())
                    .containsSubsequence(
                            "\"_id\":\"0\",\"status\":410",
                            "\"_id\":\"1\",\"status\":403",
                            "\"_id\":\"2\",\"status\":403",
                            "\"_id\":\"3\",\"status\":403");
            // All are rejected before the last filter sees one.
            assertThat(gateway.post("/i/_bulk", items("0")).body()).containsOnlyOnce("\"_id\":\"0\",\"status\":410");
        }
    }

    @Test
    void restoresNamesInWhatTheRelayRefuses() throws Exception {
        String id = "x".repeat(510);
        try (TestNode node = BulkNode.answering(BulkNode.CREATED);
                TestNode other = BulkNode.answering(BulkNode.CREATED);
                TestGateway gateway = new TestGateway(
                        TestGateway.yaml(
                                        "",
                                        "nodes: [" + node.address() + ", " + other.address()
                                                + "]\n    discovery: { enabled: false }")
                                .replace(
                                        "relay: { cluster: primary }",
                                        "filters: [{ type: naming, config: {} }]\n    relay: { cluster: primary, "
                                                + Bulks.REGROUPED.formatted("") + " }"),
                        TestRouter.inRunsOf(1),
                        naming(RENAMING))) {
            var response = Bulks.bulk(gateway, "/i/_bulk", items(id) + Bulks.withIds(0, 100));

            assertThat(response.statusCode()).as(response.body()).isEqualTo(400);
            assertThat(response.body()).contains("id [" + id + "] is too long").doesNotContain(PREFIX);
        }
    }

    @Test
    void leavesWhatAFilterItselfAnswersAsItIs() throws Exception {
        Reply own = Reply.error(403, "security_exception", PREFIX + "is not for you");
        for (BulkVisitor visitor : List.<BulkVisitor>of((action, url, position) -> new BulkItemPlan.Refuse(own))) {
            try (TestNode node = BulkNode.answering(BulkNode.CREATED);
                    TestGateway gateway = TestFilter.gateway(node, naming(visitor))) {
                assertThat(gateway.post("/i/_bulk", items("1")).body()).contains(PREFIX + "is not for you");
            }
        }
    }
}
