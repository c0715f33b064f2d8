/** What a server would refuse about a bulk, by version, and the words in which it says so. */
@NullMarked
package io.sluice.bulk.verdict;

import org.jspecify.annotations.NullMarked;
