/** How documents a second grow with the gateway's cores: measured as far as this machine goes, and modelled beyond. */
@NullMarked
package io.sluice.bench.compare.scaling;

import org.jspecify.annotations.NullMarked;
