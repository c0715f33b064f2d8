/** Clients of Elasticsearch's own libraries, 7.17. */
@NullMarked
package io.sluice.styles.elasticsearch;

import org.jspecify.annotations.NullMarked;
