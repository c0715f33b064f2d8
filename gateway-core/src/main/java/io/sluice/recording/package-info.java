/** Requests kept in files as clients sent them, and read again. */
@NullMarked
package io.sluice.recording;

import org.jspecify.annotations.NullMarked;
