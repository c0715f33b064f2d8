/** Traces of requests, by the OpenTelemetry SDK. Nothing of it is loaded unless the configuration asks for it. */
@NullMarked
package io.sluice.tracing;

import org.jspecify.annotations.NullMarked;
