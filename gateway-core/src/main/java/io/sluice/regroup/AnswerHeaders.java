package io.sluice.regroup;

import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.sluice.api.Headers;
import io.sluice.chain.AnswerForm;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The head of a bulk's answer, made of those of its parts: the first one's, with the warnings of all; where no node gave results, one
 * as a node would have given. For one bulk.
 */
final class AnswerHeaders {
    private final Set<String> warnings = new LinkedHashSet<>();
    private final AnswerForm form;
    private @Nullable HttpHeaders first;

    /** @param form of an answer for which no node gave a head */
    AnswerHeaders(AnswerForm form) {
        this.form = form;
    }

    /** Adds the head of an answer with results. */
    void add(HttpResponse head) {
        if (first == null) {
            first = head.headers().copy();
        }
        warnings.addAll(head.headers().getAll(HttpHeaderNames.WARNING));
    }

    HttpResponse head() {
        HttpResponse merged = first == null
                ? new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK)
                : new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK, first);
        merged.headers().remove(HttpHeaderNames.CONTENT_LENGTH);
        merged.headers().set(HttpHeaderNames.TRANSFER_ENCODING, "chunked");
        merged.headers().remove(HttpHeaderNames.WARNING);
        warnings.forEach(warning -> merged.headers().add(HttpHeaderNames.WARNING, warning));
        if (first == null) {
            merged.headers().set(HttpHeaderNames.CONTENT_TYPE, "application/json; charset=UTF-8");
            form.headers(Headers.empty()).forEach(merged.headers()::add);
        }
        return merged;
    }
}
