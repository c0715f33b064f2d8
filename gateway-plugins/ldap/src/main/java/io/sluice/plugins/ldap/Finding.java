package io.sluice.plugins.ldap;

import io.sluice.api.Principal;

/** What a check of a name and a password finds. */
sealed interface Finding {

    /** They are right; this is who the client is. */
    record Verified(Principal principal) implements Finding {}

    /** They are wrong, or the user's entry cannot be used. */
    record Refused() implements Finding {}

    /** Too many wait; nothing was checked. */
    record Busy() implements Finding {}

    /** No server could say. */
    record Unavailable() implements Finding {}
}
