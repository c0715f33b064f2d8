/** The filter {@code api-key}: who a client is, by a key of a file or of an Elasticsearch cluster. */
@NullMarked
package io.sluice.filters.apikey;

import org.jspecify.annotations.NullMarked;
