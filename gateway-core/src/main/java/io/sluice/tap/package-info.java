/** What is held of requests and answers beside their way, for mirrors and recordings. */
@NullMarked
package io.sluice.tap;

import org.jspecify.annotations.NullMarked;
