/** The client study: what it costs an application to write a search and to read its answer, by style. */
@NullMarked
package io.sluice.bench.compare.clients;

import org.jspecify.annotations.NullMarked;
