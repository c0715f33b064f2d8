/** The examples of docs/writing-filters.md, compiled and run. What the page quotes stands here word for word. */
@NullMarked
package io.sluice.filters.guide;

import org.jspecify.annotations.NullMarked;
