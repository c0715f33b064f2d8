/** Sends recorded requests again, at their own pace or another, and compares the answers. */
@NullMarked
package io.sluice.bench.replay;

import org.jspecify.annotations.NullMarked;
