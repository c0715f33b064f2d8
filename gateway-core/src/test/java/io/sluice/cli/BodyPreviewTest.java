package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.BulkEdit;
import io.sluice.api.BulkField;
import io.sluice.api.BulkItemPlan;
import io.sluice.api.Headers;
import io.sluice.api.Json;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonVisitor;
import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import io.sluice.api.RequestTarget;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class BodyPreviewTest {

    private static final RequestHead HEAD = new RequestHead("POST", RequestTarget.parse("/_search"), Headers.empty());

    @Test
    void showsTheBodyAsTheVisitorLeavesIt() {
        // When
        BodyPreview preview = preview(new JsonEdit.Replace(Json.number(10)), "{ \"size\": 99 }");

        // Then
        assertThat(preview.text()).isEqualTo("; the body becomes { \"size\": 10 }");
        assertThat(preview.body()).asString().isEqualTo("{ \"size\": 10 }");
        assertThat(preview.refusal()).isNull();
    }

    @Test
    void saysNothingOfABodyThatStaysAsItIs() {
        // When / Then
        assertThat(preview(JsonEdit.verbatim(), "{\"size\":99}").text()).isEmpty();
    }

    @Test
    void showsTheAnswerToABodyThatIsRefused() {
        // When
        BodyPreview preview = preview(new JsonEdit.Refuse(Reply.text(403, "no")), "{\"size\":99}");

        // Then
        assertThat(preview.text()).isEqualTo("; refuses the body: answers 403 no");
    }

    @Test
    void showsTheAnswerToABodyThatIsNoJson() {
        // When / Then
        assertThat(preview(JsonEdit.verbatim(), "{'size':99}").text()).contains("answers 400");
    }

    @Test
    void makesTheEditsOfABulkAndJudgesIt() {
        // Given
        RequestPlan plan = new RequestPlan.Bulk(
                HEAD.withTarget(RequestTarget.parse("/_bulk")),
                (item, url, position) ->
                        new BulkItemPlan.Rewrite(new BulkEdit().set(BulkField.PIPELINE, "clean"), null));

        // When / Then
        assertThat(BodyPreview.of(plan, bytes("{\"index\":{\"_index\":\"a\"}}\n{}\n"))
                        .text())
                .contains("\"pipeline\":\"clean\"");
        assertThat(BodyPreview.of(plan, bytes("{\"a\":1,}\n")).text()).contains("answers 400");
        assertThat(BodyPreview.of(plan, new byte[0]).refusal()).isNull();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static BodyPreview preview(JsonEdit ofSize, String body) {
        JsonVisitor visitor = at -> at.nameIs("size") ? ofSize : JsonEdit.descend();
        return BodyPreview.of(new RequestPlan.Json(HEAD, visitor), body.getBytes(StandardCharsets.UTF_8));
    }
}
