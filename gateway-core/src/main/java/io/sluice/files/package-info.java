/** How files are made that hold what belongs to others, and whether files have changed. */
@NullMarked
package io.sluice.files;

import org.jspecify.annotations.NullMarked;
