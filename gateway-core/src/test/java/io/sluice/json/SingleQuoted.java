package io.sluice.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.JsonVisitor;
import java.util.List;
import java.util.Random;

/** Rewrites JSON that tests write with single quotes, so that it can be read, and checks that every split gives the same. */
final class SingleQuoted {

    private SingleQuoted() {}

    /** The body as the visitor edits it, the same at every split. */
    static String edit(String body, JsonVisitor visitor) {
        byte[] bytes = body.replace('\'', '"').getBytes(UTF_8);
        List<CollectingSink> results = Feed.everySplit(
                () -> new JsonRewriter(visitor, JsonLimits.DEFAULT), bytes, new Random(body.hashCode()));
        for (CollectingSink result : results) {
            assertThat(result.isRefused() ? result.reason() : "").isEmpty();
            assertThat(result.text()).isEqualTo(results.getFirst().text());
        }
        return results.getFirst().text().replace('"', '\'');
    }

    /** Why the visitor's edits refuse the body, the same at every split. */
    static String refusal(String body, JsonVisitor visitor) {
        byte[] bytes = body.replace('\'', '"').getBytes(UTF_8);
        List<CollectingSink> results = Feed.everySplit(
                () -> new JsonRewriter(visitor, JsonLimits.DEFAULT), bytes, new Random(body.hashCode()));
        for (CollectingSink result : results) {
            assertThat(result.reason()).isEqualTo(results.getFirst().reason());
        }
        return results.getFirst().reason();
    }
}
