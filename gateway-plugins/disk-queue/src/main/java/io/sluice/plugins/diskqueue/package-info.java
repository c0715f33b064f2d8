/**
 * The queue engine {@code disk}: records of all lanes in one log of files, synced before an append completes. ADR 59 describes the
 * files byte by byte.
 */
@NullMarked
package io.sluice.plugins.diskqueue;

import org.jspecify.annotations.NullMarked;
