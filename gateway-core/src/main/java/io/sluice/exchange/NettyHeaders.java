package io.sluice.exchange;

import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.HttpHeaders;
import io.sluice.api.Headers;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Netty's headers as filters see them: a view, so that what no filter changes is never copied. */
public final class NettyHeaders implements Headers {
    private final HttpHeaders headers;

    /** A view of these, which are not to change while it is used. */
    public NettyHeaders(HttpHeaders headers) {
        this.headers = headers;
    }

    /** The headers in Netty's form: the very ones of a view, or a copy. */
    static HttpHeaders unwrap(Headers headers) {
        if (headers instanceof NettyHeaders view) {
            return view.headers;
        }
        // The values were checked when the headers were made.
        HttpHeaders copy =
                DefaultHttpHeadersFactory.headersFactory().withValidation(false).newHeaders();
        headers.forEach(copy::add);
        return copy;
    }

    @Override
    public @Nullable String get(String name) {
        return headers.get(name);
    }

    @Override
    public boolean contains(String name) {
        return headers.contains(name);
    }

    @Override
    public List<String> all(String name) {
        return headers.getAll(name);
    }

    @Override
    public void forEach(BiConsumer<String, String> consumer) {
        Iterator<Map.Entry<CharSequence, CharSequence>> fields = headers.iteratorCharSequence();
        while (fields.hasNext()) {
            Map.Entry<CharSequence, CharSequence> field = fields.next();
            consumer.accept(field.getKey().toString(), field.getValue().toString());
        }
    }

    @Override
    public int size() {
        return headers.size();
    }

    @Override
    public String toString() {
        return headers.toString();
    }
}
