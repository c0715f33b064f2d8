/** Runs the filters' plans and transforms over one exchange: heads forth and back, bodies through their stages. */
@NullMarked
package io.sluice.chain;

import org.jspecify.annotations.NullMarked;
