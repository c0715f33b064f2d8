/** The command line: one class a command. */
@NullMarked
package io.sluice.bench.cli;

import org.jspecify.annotations.NullMarked;
