package io.sluice.regroup;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpResponse;
import io.sluice.bulk.answer.ItemFailure;
import io.sluice.json.ForeignJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A node's answer to a sub-request as a whole, other than 200. A server's own error says that no item of it was executed, but for
 * servers that run bulks while they arrive: those may have executed what came before; what something before the server says instead need
 * not know. For one answer.
 */
public final class RefusedAnswer {
    private static final ForeignJson JSON = new ForeignJson(ForeignJson.rules().build());
    private static final int MAX_BYTES = 64 * 1024;
    private static final int MAX_REASON = 2_000;
    private static final int BAD_REQUEST = 400;
    private static final int REQUEST_TIMEOUT = 408;
    private static final int TOO_LARGE = 413;

    private final HttpResponse head;
    private final ByteArrayOutputStream body = new ByteArrayOutputStream(512);
    /** What the body says, once somebody has asked; all of it has come then. */
    private @Nullable Told told;

    public RefusedAnswer(HttpResponse head) {
        this.head = head;
    }

    HttpResponse head() {
        return head;
    }

    public int status() {
        return head.status().code();
    }

    /** Takes a copy of a part of the body; what is beyond 64 KiB is dropped. */
    public void add(ByteBuf lent) {
        int length = Math.min(lent.readableBytes(), MAX_BYTES - body.size());
        for (int i = 0; i < length; i++) {
            body.write(lent.getByte(lent.readerIndex() + i));
        }
    }

    public byte[] body() {
        return body.toByteArray();
    }

    /** Whether the status says that something was refused, by the node or by something before it. */
    boolean isError() {
        return head.status().code() >= 400;
    }

    /**
     * What the results of the items say: the server's error; or where the body has none, that they were not executed if the status
     * puts it down to the request, and else that nobody knows.
     *
     * @param typed whether results carry {@code _type}
     */
    ItemFailure failure(boolean typed) {
        String type = type();
        if (type != null) {
            return new ItemFailure(status(), type, reason(), typed);
        }
        return saysThatNothingRan()
                ? new ItemFailure(status(), "sluice_not_executed", reason(), typed)
                : ItemFailure.unknown(reason(), typed);
    }

    /** Whether it is certain that no item was executed: a server says so, or the status puts it down to the request. */
    public boolean saysThatNothingRan() {
        return type() != null || isError() && status() < 500 && status() != REQUEST_TIMEOUT;
    }

    /**
     * Whether it may be refused for what one of its items says: then the others may succeed without it. A 400 is so if
     * a server gives it: what is before servers gives the same status for its own reasons, such as a certificate that has
     * expired.
     */
    public boolean mayBeForAnItem() {
        return status() == TOO_LARGE || status() == BAD_REQUEST && told().isError();
    }

    private @Nullable String type() {
        return isError() ? told().type() : null;
    }

    /** The error's reason, or the status where the body has none. */
    public String reason() {
        String given = told().reason();
        String reason = given == null ? "the node answered " + head.status() : given;
        return reason.length() > MAX_REASON ? reason.substring(0, MAX_REASON) : reason;
    }

    private Told told() {
        Told known = told;
        if (known == null) {
            known = Told.by(body.toByteArray());
            told = known;
        }
        return known;
    }

    /**
     * What a body says of an error; null where it does not.
     *
     * @param isError whether it names the type of an error, or of a cause of it
     */
    private record Told(@Nullable String type, @Nullable String reason, boolean isError) {

        // The first text of each name counts that is a member of the error itself, and none behind what is no JSON. It
        // is an error also where only a cause is read, as causes may be long and come first.
        static Told by(byte[] body) {
            boolean isError = false;
            String type = null;
            String reason = null;
            try (JsonParser parser = JSON.parser(body)) {
                int depth = 0;
                for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                    depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
                    String name = String.valueOf(parser.currentName());
                    isError |= depth >= 2 && token == JsonToken.VALUE_STRING && name.equals("type");
                    if (depth == 2 && token == JsonToken.VALUE_STRING) {
                        type = type == null && name.equals("type") ? parser.getText() : type;
                        reason = reason == null && name.equals("reason") ? parser.getText() : reason;
                    }
                }
            } catch (IOException e) {
                return new Told(type, reason, isError);
            }
            return new Told(type, reason, isError);
        }
    }
}
