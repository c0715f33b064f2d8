/** Answers of bulks: reading those of servers item by item, merging them, and adding results of the gateway's own. */
@NullMarked
package io.sluice.bulk.answer;

import org.jspecify.annotations.NullMarked;
