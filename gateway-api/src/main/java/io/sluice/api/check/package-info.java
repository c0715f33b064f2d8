/** What filters share that check credentials, where a check takes long or is made by another server. */
@NullMarked
package io.sluice.api.check;

import org.jspecify.annotations.NullMarked;
