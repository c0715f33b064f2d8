/** A session of opensearch-java, in a process of its own. */
@NullMarked
package io.sluice.devcluster.clients.opensearch;

import org.jspecify.annotations.NullMarked;
