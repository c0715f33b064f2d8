/** What the compiler of a plugin runs: writes factories and service lines. Not used at run time. */
@NullMarked
package io.sluice.api.processor;

import org.jspecify.annotations.NullMarked;
