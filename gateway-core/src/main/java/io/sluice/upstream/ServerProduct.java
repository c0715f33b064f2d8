package io.sluice.upstream;

import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.sluice.chain.AnswerForm;
import io.sluice.cluster.ServerVersion;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * Whether the servers of a cluster name their product in their answers, as Elasticsearch does since 7.14 and its clients since then
 * demand of every successful answer. What the last answer showed counts, before the first what discovery found. Safe from any thread.
 */
public final class ServerProduct {
    private static final String NAME = "Elasticsearch";
    private static final ServerVersion FIRST_NAMED = new ServerVersion(7, 14);

    /** What is known. */
    private enum Known {
        NOTHING,
        NAMED,
        UNNAMED
    }

    private volatile Known known = Known.NOTHING;

    /** A server has answered. An error without the name tells nothing: it may be that of a proxy before the server. */
    void answered(HttpResponse head) {
        if (NAME.equals(head.headers().get(AnswerForm.PRODUCT))) {
            now(Known.NAMED);
        } else if (HttpStatusClass.SUCCESS.contains(head.status().code())) {
            now(Known.UNNAMED);
        }
    }

    /** The servers have these versions. */
    public void discovered(Collection<ServerVersion> versions) {
        if (known == Known.NOTHING && !versions.isEmpty() && !versions.contains(ServerVersion.NEWEST)) {
            boolean all = versions.stream().allMatch(version -> version.compareTo(FIRST_NAMED) >= 0);
            now(all ? Known.NAMED : Known.UNNAMED);
        }
    }

    // Called for every answer, of which hardly any changes anything.
    private void now(Known found) {
        if (known != found) {
            known = found;
        }
    }

    /** The product that the gateway's own answers name; null for none. */
    public @Nullable String name() {
        return known == Known.NAMED ? NAME : null;
    }
}
