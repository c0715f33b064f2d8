/** A session of elasticsearch-java, in a process of its own. */
@NullMarked
package io.sluice.devcluster.clients.elasticsearch;

import org.jspecify.annotations.NullMarked;
