/** Mappings and settings of one server in the words of another. */
@NullMarked
package io.sluice.index.translate;

import org.jspecify.annotations.NullMarked;
