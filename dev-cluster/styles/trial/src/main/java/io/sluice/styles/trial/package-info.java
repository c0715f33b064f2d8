/** What all client styles share: the contract, the documents, and the one loop that measures them, so that only the client differs. */
@NullMarked
package io.sluice.styles.trial;

import org.jspecify.annotations.NullMarked;
