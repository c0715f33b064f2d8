/** Backups of indices in files, and their way back. */
@NullMarked
package io.sluice.index.archive;

import org.jspecify.annotations.NullMarked;
