package io.sluice.cli;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sluice.api.BulkDefaults;
import io.sluice.api.Reply;
import io.sluice.api.RequestPlan;
import io.sluice.bulk.line.BulkLimits;
import io.sluice.bulk.line.BulkRewriter;
import io.sluice.failure.Failure;
import io.sluice.failure.FailureKind;
import io.sluice.json.ByteSink;
import io.sluice.json.ByteStage;
import io.sluice.json.JsonLimits;
import io.sluice.json.JsonRewriter;
import io.sluice.json.NdjsonRewriter;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Applies a plan to a body that is known as a whole: edits of JSON and of bulks are made, other edits are only named. A bulk without a
 * body is not judged.
 */
final class BodyPreview implements ByteSink {

    private final byte[] before;
    private final ByteArrayOutputStream after = new ByteArrayOutputStream();
    private @Nullable Reply refusal;

    private BodyPreview(byte[] before) {
        this.before = before;
    }

    /** Applies the settled plan to the body. */
    static BodyPreview of(RequestPlan settled, byte[] body) {
        BodyPreview preview = new BodyPreview(body);
        switch (settled) {
            case RequestPlan.Json json -> preview.run(new JsonRewriter(json.visitor(), JsonLimits.DEFAULT));
            case RequestPlan.Ndjson lines -> preview.run(new NdjsonRewriter(lines.visitor(), JsonLimits.DEFAULT));
            case RequestPlan.Bulk items -> preview.bulk(items);
            default -> preview.after.writeBytes(body);
        }
        return preview;
    }

    private void bulk(RequestPlan.Bulk items) {
        if (before.length == 0) {
            return;
        }
        try {
            BulkDefaults url = BulkDefaults.of(items.head().target());
            run(new BulkRewriter(items.visitor(), url, BulkLimits.DEFAULT));
        } catch (IllegalArgumentException e) {
            refusal = Failure.of(FailureKind.BAD_REQUEST, String.valueOf(e.getMessage()))
                    .reply();
        }
    }

    private void run(ByteStage stage) {
        ByteBuf lent = Unpooled.wrappedBuffer(before);
        try {
            if (before.length > 0) {
                stage.write(lent, this);
            }
            if (refusal == null) {
                stage.end(this);
            }
        } finally {
            stage.close();
            lent.release();
        }
    }

    /** The body that the next filter sees. */
    byte[] body() {
        return after.toByteArray();
    }

    /** The answer that the request gets because of its body, or null if it goes on. */
    @Nullable Reply refusal() {
        return refusal;
    }

    /** What happened to the body; empty if nothing did. */
    String text() {
        String written = after.toString(StandardCharsets.UTF_8);
        return refusal != null
                ? "; refuses the body: " + PlanExplanation.answer(refusal)
                : written.equals(new String(before, StandardCharsets.UTF_8)) ? "" : "; the body becomes " + written;
    }

    @Override
    public void relay(ByteBuf lent, int index, int length) {
        byte[] bytes = new byte[length];
        lent.getBytes(index, bytes);
        after.writeBytes(bytes);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        after.write(bytes, offset, length);
    }

    @Override
    public void refuse(Reply reply) {
        refusal = reply;
    }
}
