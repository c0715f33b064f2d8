package io.sluice.filters.apikey;

import io.sluice.api.Principal;

/** What is known of a key. */
sealed interface Finding {

    /** It is right. */
    record Known(Principal principal) implements Finding {}

    /** No source has a key of that id. */
    record UnknownId() implements Finding {}

    /** It is not right. */
    record Wrong() implements Finding {}

    /** It was right once. */
    record Expired() implements Finding {}

    /** Too many keys wait for their check; nothing was checked. */
    record Busy() implements Finding {}

    /** The cluster gave no answer that says anything. */
    record Unavailable() implements Finding {}
}
