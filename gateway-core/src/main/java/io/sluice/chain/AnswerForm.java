package io.sluice.chain;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.sluice.api.Headers;
import io.sluice.api.MediaTypes;
import io.sluice.api.Reply;
import io.sluice.api.RequestTarget;
import io.sluice.json.JsonLimits;
import io.sluice.json.PrettyJson;
import org.jspecify.annotations.Nullable;

/**
 * What a request can count on in an answer that no node made, as in a server's: its own {@code X-Opaque-Id}, the name of the
 * product, and with {@code pretty} a layout for people. Immutable.
 *
 * @param opaqueId what the client calls the request; null if it has no name, or one that is not repeated
 * @param pretty whether JSON is laid out for people
 * @param product the name of the servers' product; null if they do not name it
 * @param requestId what the gateway calls the request; null if the answer does not tell
 */
public record AnswerForm(
        @Nullable String opaqueId,
        boolean pretty,
        @Nullable String product,
        @Nullable String requestId) {

    /** The header by which a client names its request. */
    public static final String OPAQUE_ID = "X-Opaque-Id";

    /** The header by which servers name their product. */
    public static final String PRODUCT = "X-elastic-product";

    /** The header by which the gateway names a request in answers that no node made. */
    public static final String REQUEST_ID = "X-Request-Id";

    private static final int MAX_OPAQUE_ID = 1024;
    /** Longer answers stay as they are. */
    private static final int MAX_PRETTY_BYTES = 1 << 20;
    /** Answers of the gateway and of filters are flat; in a deep one white space would be most of it. */
    private static final JsonLimits FLAT = new JsonLimits(
            16, JsonLimits.DEFAULT.maxName(), JsonLimits.DEFAULT.maxNumber(), JsonLimits.DEFAULT.maxScalar());

    /**
     * What a request asks for.
     *
     * @param target null if it is not valid, so that it has no effect
     * @param product the name of the servers' product; null if they do not name it, or are not known
     */
    public static AnswerForm of(Headers request, @Nullable RequestTarget target, @Nullable String product) {
        return new AnswerForm(opaqueId(request.get(OPAQUE_ID)), target != null && isPretty(target), product, null);
    }

    /** The same for an answer that names the request: in a header, and in the body of an error. */
    public AnswerForm withRequestId(String id) {
        return new AnswerForm(opaqueId, pretty, product, id);
    }

    /** The client's name of a request as answers repeat it; null if there is none, or it is too long or no valid value of a header. */
    public static @Nullable String opaqueId(@Nullable String sent) {
        if (sent == null || sent.length() > MAX_OPAQUE_ID) {
            return null;
        }
        boolean valid = sent.chars().allMatch(c -> c == '\t' || c >= ' ' && c < 0x7f || c >= 0x80 && c <= 0xff);
        return valid ? sent : null;
    }

    private static boolean isPretty(RequestTarget target) {
        try {
            String pretty = target.parameter("pretty");
            return pretty != null && (pretty.isEmpty() || pretty.equals("true"));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** The answer in that form. */
    public Reply complete(Reply answer) {
        Headers headers = headers(answer.headers());
        boolean laidOut = pretty && MediaTypes.isJson(headers.get("Content-Type"));
        byte[] body = requestId == null ? answer.body() : ErrorId.in(answer.body(), requestId);
        return new Reply(answer.status(), headers, laidOut ? laidOut(body) : body);
    }

    /** The headers of an answer in that form. An opaque id that they have already is not this request's, and is replaced. */
    public Headers headers(Headers made) {
        Headers headers = made;
        if (headers.contains(OPAQUE_ID)) {
            headers = headers.without(OPAQUE_ID);
        }
        if (opaqueId != null) {
            headers = headers.and(OPAQUE_ID, opaqueId);
        }
        if (product != null && !headers.contains(PRODUCT)) {
            headers = headers.and(PRODUCT, product);
        }
        return requestId == null ? headers : headers.with(REQUEST_ID, requestId);
    }

    private static byte[] laidOut(byte[] body) {
        if (body.length > MAX_PRETTY_BYTES) {
            return body;
        }
        ByteBuf out = Unpooled.buffer(body.length * 2);
        boolean whole = new PrettyJson(0, FLAT).write(body, 0, body.length, out);
        return whole ? ByteBufUtil.getBytes(out.writeByte('\n')) : body;
    }
}
