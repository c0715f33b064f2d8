package io.sluice.bulk.line;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.BulkDefaults;
import io.sluice.api.BulkEdit;
import io.sluice.api.BulkField;
import io.sluice.api.BulkItemPlan;
import io.sluice.api.BulkVisitor;
import io.sluice.api.Json;
import io.sluice.api.JsonCursor;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonMember;
import io.sluice.api.JsonVisitor;
import io.sluice.api.Reply;
import io.sluice.json.CollectingSink;
import io.sluice.json.Feed;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BulkRewriterTest {

    private static final BulkDefaults NO_DEFAULTS = new BulkDefaults(null, null, null);
    private static final BulkItemPlan REJECT = new BulkItemPlan.Reject(403, "security_exception", "not \"yours\"");
    private static final JsonVisitor ADD_TENANT = new JsonVisitor() {
        @Override
        public JsonEdit onValue(JsonCursor at) {
            return at.depth() == 0 ? JsonEdit.descend() : JsonEdit.verbatim();
        }

        @Override
        public List<JsonMember> onObjectEnd(JsonCursor at) {
            return List.of(new JsonMember("tenant", Json.string("acme")));
        }
    };

    @Test
    void relaysAKeptBulkAsOneSliceAChunk() {
        String body = "{'index':{'_index':'a','_id':'1'}}\n{not looked at}\n\r\n {'delete':{'_index':'a','_id':7}}\r\n"
                + "{'update':{'_index':'ä'}}\n{}\n";
        byte[] bytes = quotes(body);
        CollectingSink sink = Feed.whole(rewriter((action, url, position) -> BulkItemPlan.keep(), NO_DEFAULTS), bytes);
        assertThat(sink.bytes()).isEqualTo(bytes);
        assertThat(sink.slices()).isEqualTo(1);
        assertThat(run(body, (action, url, position) -> BulkItemPlan.keep(), NO_DEFAULTS))
                .isEqualTo(body);
    }

    @Test
    void showsTheEffectiveAction() {
        List<String> seen = new ArrayList<>();
        BulkVisitor visitor = (action, url, position) -> {
            seen.add(position + " " + action.operation() + " " + action.index() + " " + action.id() + " "
                    + action.routing() + " "
                    + action.text(BulkField.PIPELINE) + " " + action.onLine(BulkField.INDEX)
                    + action.has(BulkField.INDEX)
                    + action.is(BulkField.INDEX, "url"));
            return BulkItemPlan.keep();
        };
        run(
                "{'index':{}}\n{}\n{'index':{'_index':'line','_id':12,'op_type':'create','routing':null}}\n{}\n"
                        + "{'delete':{'_id':'\\u00e9\\n','routing':'r','_index':'url'}}\n",
                visitor,
                new BulkDefaults("url", "x", "p"));
        assertThat(seen.stream().distinct())
                .containsExactly(
                        "0 INDEX url null x p falsetruetrue",
                        "1 CREATE line 12 x p truetruefalse",
                        "2 DELETE url é\n r p truetruetrue");
    }

    @Test
    void rewritesActionAndSourceAndLeavesOtherItemsAlone() {
        BulkEdit edit = new BulkEdit();
        BulkItemPlan rewrite = new BulkItemPlan.Rewrite(edit, ADD_TENANT);
        BulkVisitor visitor = (action, url, position) -> {
            if (position == 1) {
                return BulkItemPlan.keep();
            }
            edit.clear()
                    .set(BulkField.INDEX, "acme." + action.index())
                    .prefix(BulkField.ID, "acme:")
                    .remove(BulkField.TYPE);
            return rewrite;
        };
        assertThat(run(
                        "{'index': {'_id':'1','_type':'_doc','version':3,'_index':'logs'} }\n{ 'a':1 }\n"
                                + "{ 'create' : {'_index':'logs'}}\n{'a' :2}\n"
                                + "{'update':{'_id':9}}\n{'doc':{},'upsert':{}}\r\n"
                                + "{'delete':{'_index':'x\\\"','_id':'\\u00e9'}}\n",
                        visitor,
                        new BulkDefaults("url", null, null)))
                .isEqualTo("{'index':{'_index':'acme.logs','_id':'acme:1','version':3}}\n{ 'a':1,'tenant':'acme' }\n"
                        + "{ 'create' : {'_index':'logs'}}\n{'a' :2}\n"
                        + "{'update':{'_index':'acme.url','_id':'acme:9'}}\n{'doc':{},'upsert':{},'tenant':'acme'}\r\n"
                        + "{'delete':{'_index':'acme.x\\'','_id':'acme:é'}}\n");
    }

    @Test
    void rewritesASourceWithoutTouchingItsAction() {
        BulkItemPlan rewrite = new BulkItemPlan.Rewrite(new BulkEdit(), ADD_TENANT);
        assertThat(run("{ 'index':{ '_id':1}}\n{}\n", (action, url, position) -> rewrite, NO_DEFAULTS))
                .isEqualTo("{ 'index':{ '_id':1}}\n{'tenant':'acme'}\n");
    }

    @Test
    void takesRejectedItemsOutAndKeepsTheirResults() {
        BulkRewriter stage =
                rewriter((action, url, position) -> position % 2 == 0 ? REJECT : BulkItemPlan.keep(), NO_DEFAULTS);
        CollectingSink sink = Feed.whole(
                stage,
                quotes(
                        "\n{'index':{'_index':'a'}}\n{'x':1}\n{'delete':{'_id':'2'}}\n{'create':{'_id':'3\\n'}}\n{}\n\n"));
        assertThat(sink.text().replace('"', '\'')).isEqualTo("{'delete':{'_id':'2'}}\n\n");
        assertThat(stage.rejections().count()).isEqualTo(2);
        assertThat(stage.rejections().toString()).isEqualTo("""
                        {"index":{"_index":"a","_id":null,"status":403,"error":{"type":"security_exception","reason":"not \\"yours\\""}}}\
                        {"create":{"_index":null,"_id":"3\\u000a","status":403,"error":{"type":"security_exception","reason":"not \\"yours\\""}}}""");
    }

    @Test
    void answersByItselfWhenAllItemsAreRejected() {
        String body = "\n{'index':{'_index':'a'}}\n{'x':1}\n{'delete':{'_id':'2'}}\n";
        for (CollectingSink sink : Feed.everySplit(
                () -> rewriter((action, url, position) -> REJECT, NO_DEFAULTS), quotes(body), new Random(7))) {
            assertThat(sink.text()).isEmpty();
            assertThat(sink.refusal().status()).isEqualTo(200);
            assertThat(sink.reason())
                    .startsWith("{\"took\":0,\"errors\":true,\"items\":[{\"index\"")
                    .endsWith("}]}");
        }
    }

    @Test
    void refusesTheWholeBulkWhenTheVisitorDoes() {
        BulkItemPlan refuse = new BulkItemPlan.Refuse(Reply.text(400, "two tenants"));
        CollectingSink sink = Feed.whole(
                rewriter((action, url, position) -> position == 1 ? refuse : BulkItemPlan.keep(), NO_DEFAULTS),
                quotes("{'index':{}}\n{}\n{'index':{}}\n{}\n"));
        assertThat(sink.reason()).isEqualTo("two tenants");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "[1]                             | Malformed action/metadata line [3], expected START_OBJECT but found [START_ARRAY]",
                "1                               | Malformed action/metadata line [3], expected START_OBJECT but found [VALUE_NUMBER]",
                "{}                              | Malformed action/metadata line [3], expected FIELD_NAME but found [END_OBJECT]",
                "{'index':null}                  | Malformed action/metadata line [3], expected START_OBJECT or END_OBJECT but found [VALUE_NULL]",
                "{'index':[]}                    | Malformed action/metadata line [3], expected START_OBJECT or END_OBJECT but found [START_ARRAY]",
                "{'index':{'_id':[1]}}           | Malformed action/metadata line [3], expected a simple value for field [_id] but found [START_ARRAY]",
                "{'index':{'_id':{}}}            | Malformed action/metadata line [3], expected a simple value for field [_id] but found [START_OBJECT]",
                "{'index':{'_idx':1}}            | Action/metadata line [3] contains an unknown parameter [_idx]",
                "{'index':{'_parent':'a'}}       | Action/metadata line [3] contains an unknown parameter [_parent]",
                "{'upsert':{}}                   | Malformed action/metadata line [3], expected field [create], [delete], [index] or [update] but found [upsert]",
                "{'index':{},'x':1}              | Malformed action/metadata line [3], expected END_OBJECT but found [FIELD_NAME]",
                "{'index':{}} {}                 | Malformed action/metadata line [3], unexpected data after the closing brace",
                "{'index':{'_id':1,'_id':2}}     | [3:24] Duplicate field '_id'",
                "{'index':{'_id':1,'\\u005fid':2}} | [3:29] Duplicate field '_id'",
                "{'index':{'_id':1}              | [3:19] Unexpected end-of-input",
                "/**/{'index':{}}                | [3:1] Unexpected character ('/' (code 47))",
            })
    void refusesMalformedActionLinesInElasticsearchsWords(String line, String reason) {
        byte[] body = quotes("{'index':{}}\n{}\n" + line + "\n{}\n");
        List<CollectingSink> results = Feed.everySplit(
                () -> rewriter((action, url, position) -> BulkItemPlan.keep(), NO_DEFAULTS), body, new Random(1));
        for (CollectingSink result : results) {
            assertThat(result.refusal().status()).isEqualTo(400);
            assertThat(result.reason()).contains(Json.string(reason).toString().replaceAll("^\"|\"$", ""));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{'index':{}}", "{'index':{}}\n{}", "{'delete':{}}\n ", "{'delete':{}}\n{'delete"})
    void refusesABulkWithoutFinalLineFeed(String body) {
        for (CollectingSink sink : Feed.everySplit(
                () -> rewriter((action, url, position) -> BulkItemPlan.keep(), NO_DEFAULTS),
                quotes(body),
                new Random(1))) {
            assertThat(sink.reason()).contains("The bulk request must be terminated by a newline [\\\\n]");
        }
    }

    @Test
    void refusesLongActionLinesAndTooManyRejections() {
        BulkLimits limits = new BulkLimits(100, 200, io.sluice.json.JsonLimits.DEFAULT);
        byte[] line = quotes("{'delete':{'_id':'" + "x".repeat(100) + "'}}\n");
        for (CollectingSink sink : Feed.everySplit(
                () -> new BulkRewriter((action, url, position) -> BulkItemPlan.keep(), NO_DEFAULTS, limits),
                line,
                new Random(1))) {
            assertThat(sink.refusal().status()).isEqualTo(413);
        }
        byte[] many = quotes("{'delete':{'_id':'1'}}\n".repeat(5));
        assertThat(Feed.whole(new BulkRewriter((action, url, position) -> REJECT, NO_DEFAULTS, limits), many)
                        .refusal()
                        .status())
                .isEqualTo(413);
    }

    @Test
    void refusesASourceThatIsNotJsonOnlyWhereItIsEdited() {
        BulkItemPlan rewrite = new BulkItemPlan.Rewrite(new BulkEdit(), ADD_TENANT);
        CollectingSink sink = Feed.whole(
                rewriter((action, url, position) -> position == 1 ? rewrite : BulkItemPlan.keep(), NO_DEFAULTS),
                quotes("{'index':{}}\n{x}\n{'index':{}}\n{'a':1}{}\n"));
        assertThat(sink.reason()).contains("[4:8] Unexpected character ('{'");
    }

    private static BulkRewriter rewriter(BulkVisitor visitor, BulkDefaults defaults) {
        return new BulkRewriter(visitor, defaults, BulkLimits.DEFAULT);
    }

    private static byte[] quotes(String body) {
        return body.replace('\'', '"').getBytes(UTF_8);
    }

    private static String run(String body, BulkVisitor visitor, BulkDefaults defaults) {
        List<CollectingSink> results =
                Feed.everySplit(() -> rewriter(visitor, defaults), quotes(body), new Random(body.hashCode()));
        for (CollectingSink result : results) {
            assertThat(result.isRefused() ? result.reason() : "").isEmpty();
            assertThat(result.text()).isEqualTo(results.getFirst().text());
        }
        return results.getFirst().text().replace('"', '\'');
    }
}
