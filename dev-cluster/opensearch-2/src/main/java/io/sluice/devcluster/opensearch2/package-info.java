/** OpenSearch 2.19 in a process of its own. */
@NullMarked
package io.sluice.devcluster.opensearch2;

import org.jspecify.annotations.NullMarked;
