package io.sluice.filters.forwardauth;

import io.sluice.api.Principal;
import io.sluice.api.Reply;
import org.jspecify.annotations.Nullable;

/** What is known of a request after the service was asked. */
sealed interface Verdict {

    /** It may pass. */
    record Allowed(@Nullable Principal principal) implements Verdict {}

    /** It may not; the client is told so. */
    record Denied(Reply reply) implements Verdict {}

    /** Too many wait; nobody was asked. */
    record Busy() implements Verdict {}

    /** The service did not say. */
    record Unavailable() implements Verdict {}
}
