/** How files are made that hold what belongs to others. */
@NullMarked
package io.sluice.files;

import org.jspecify.annotations.NullMarked;
