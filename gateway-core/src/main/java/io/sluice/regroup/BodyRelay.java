package io.sluice.regroup;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.LastHttpContent;
import io.sluice.upstream.Relay;
import io.sluice.upstream.UpstreamUser;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A relay that reads the body as bytes, in whichever form they are handed over. On the exchange's event loop. */
public abstract class BodyRelay implements Relay {
    private @Nullable UpstreamUser user;

    @Override
    public void begin(UpstreamUser newUser) {
        user = newUser;
    }

    /** Who gets the answer. */
    protected final UpstreamUser user() {
        return Objects.requireNonNull(user);
    }

    @Override
    public final void writeBody(ByteBuf part) {
        take(part, false);
    }

    @Override
    public final void write(HttpObject part) {
        if (part instanceof HttpContent content) {
            take(content.content(), part instanceof LastHttpContent);
        }
    }

    /** Takes over a part of the body, which may be empty. */
    protected abstract void take(ByteBuf part, boolean last);
}
