package io.sluice.cluster;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.http.ContentTooLongException;
import org.apache.http.Header;
import org.apache.http.HttpEntity;
import org.apache.http.HttpHeaders;
import org.apache.http.HttpResponse;
import org.apache.http.entity.ByteArrayEntity;
import org.apache.http.entity.ContentType;
import org.apache.http.nio.ContentDecoder;
import org.apache.http.nio.IOControl;
import org.apache.http.nio.protocol.AbstractAsyncResponseConsumer;
import org.apache.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/**
 * Takes one answer into memory, up to a limit whatever its framing says. A compressed answer is refused: none was
 * asked for, and its size says nothing. On the client's I/O thread.
 */
final class BoundedAnswer extends AbstractAsyncResponseConsumer<HttpResponse> {
    private static final int STEP_BYTES = 8 * 1024;

    private final int maxBytes;
    private final String shownBound;
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private final ByteBuffer step = ByteBuffer.allocate(STEP_BYTES);
    private @Nullable HttpResponse response;

    /** @param shownBound the bound as messages name it */
    BoundedAnswer(int maxBytes, String shownBound) {
        this.maxBytes = maxBytes;
        this.shownBound = shownBound;
    }

    @Override
    protected void onResponseReceived(HttpResponse head) throws IOException {
        Header encoding = head.getFirstHeader(HttpHeaders.CONTENT_ENCODING);
        if (encoding != null && !encoding.getValue().equalsIgnoreCase("identity")) {
            throw new IOException("the answer has a content encoding that was not asked for: " + encoding.getValue());
        }
        response = head;
    }

    @Override
    protected void onEntityEnclosed(HttpEntity entity, ContentType type) throws IOException {
        if (entity.getContentLength() > maxBytes) {
            throw tooLong();
        }
    }

    @Override
    protected void onContentReceived(ContentDecoder decoder, IOControl control) throws IOException {
        while (decoder.read(step) > 0) {
            if (body.size() + step.position() > maxBytes) {
                throw tooLong();
            }
            body.write(step.array(), 0, step.position());
            step.clear();
        }
    }

    private ContentTooLongException tooLong() {
        return new ContentTooLongException("the answer is longer than %s", shownBound);
    }

    @Override
    protected HttpResponse buildResult(HttpContext context) throws IOException {
        HttpResponse head = response;
        if (head == null) {
            throw new IOException("an answer without a head");
        }
        head.setEntity(new ByteArrayEntity(body.toByteArray()));
        return head;
    }

    @Override
    protected void releaseResources() {
        response = null;
    }
}
