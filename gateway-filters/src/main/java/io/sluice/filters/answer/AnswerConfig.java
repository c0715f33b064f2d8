package io.sluice.filters.answer;

import io.sluice.api.Headers;
import io.sluice.api.Key;
import io.sluice.api.Reply;
import io.sluice.filters.http.OwnedHeaders;
import io.sluice.filters.match.Condition;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The reply of the filter {@code answer}, and the requests that get it. */
public record AnswerConfig(
        @Key("which requests are answered; left out: all") @Nullable Condition when,

        @Key(value = "HTTP status, 200 to 599", def = "200") int status,

        @Key("headers of the answer, by name") Map<String, String> headers,

        @Key(value = "Content-Type of the body", def = "application/json; charset=UTF-8")
        String contentType,

        @Key("the body, sent as UTF-8; left out: none") @Nullable String body) {

    public AnswerConfig {
        headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
        headers.forEach(OwnedHeaders::checkField);
        OwnedHeaders.checkField("Content-Type", contentType);
        if (headers.keySet().stream().anyMatch("content-type"::equalsIgnoreCase)) {
            throw new IllegalArgumentException("Content-Type is set by contentType, not by headers");
        }
        if (status < 200 || status > 599) {
            throw new IllegalArgumentException("status must be between 200 and 599, is " + status);
        }
        if (body != null && (status == 204 || status == 304)) {
            throw new IllegalArgumentException("an answer with status " + status + " has no body");
        }
    }

    Reply reply() {
        String text = body == null ? "" : body;
        Headers all = text.isEmpty() ? Headers.empty() : Headers.of("Content-Type", contentType);
        for (Map.Entry<String, String> header : headers.entrySet()) {
            all = all.with(header.getKey(), header.getValue());
        }
        return new Reply(status, all, text.getBytes(StandardCharsets.UTF_8));
    }
}
