/** Elasticsearch's hash of ids and routings, and ids made for a wanted hash. */
@NullMarked
package io.sluice.bulk.hash;

import org.jspecify.annotations.NullMarked;
