/** A tenant in a layout: its names, its mark on documents, and the frames around them. */
@NullMarked
package io.sluice.filters.tenant.member;

import org.jspecify.annotations.NullMarked;
