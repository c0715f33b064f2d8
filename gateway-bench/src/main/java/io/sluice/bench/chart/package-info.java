/** Line charts and tables on one HTML page that loads nothing: drawn here as SVG, so that the page needs no script. */
@NullMarked
package io.sluice.bench.chart;

import org.jspecify.annotations.NullMarked;
