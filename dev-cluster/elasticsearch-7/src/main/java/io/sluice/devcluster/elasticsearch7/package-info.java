/** Elasticsearch 7.17 in a process of its own. */
@NullMarked
package io.sluice.devcluster.elasticsearch7;

import org.jspecify.annotations.NullMarked;
