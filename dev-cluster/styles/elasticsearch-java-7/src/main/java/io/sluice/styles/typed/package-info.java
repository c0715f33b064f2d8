/** Clients with elasticsearch-java 7.17. */
@NullMarked
package io.sluice.styles.typed;

import org.jspecify.annotations.NullMarked;
