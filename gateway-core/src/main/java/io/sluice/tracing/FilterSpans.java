package io.sluice.tracing;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import org.jspecify.annotations.Nullable;

/** The spans of filters that decide one after another on a request, or on the answer to it. On the exchange's event loop. */
public final class FilterSpans {
    private final Tracer tracer;
    private final Context around;
    private final Subject subject;
    private @Nullable Span deciding;

    /** What filters decide on. */
    public enum Subject {
        REQUEST(""),
        RESPONSE(" response");

        private final String suffix;

        Subject(String suffix) {
            this.suffix = suffix;
        }
    }

    FilterSpans(Tracer tracer, Span request, Subject subject) {
        this.tracer = tracer;
        this.around = Context.root().with(request);
        this.subject = subject;
    }

    /**
     * The filter begins to decide; the one before has decided.
     *
     * @param type of the filter
     * @param place of it, as meters name it
     */
    public void next(String type, String place) {
        end();
        deciding = tracer.spanBuilder("filter " + type + subject.suffix)
                .setParent(around)
                .setAttribute("sluice.filter", place)
                .startSpan();
    }

    /** The filter let everything pass, which is worth no span. */
    public void drop() {
        deciding = null;
    }

    /** The filter answered in place of what is behind it. */
    public void answered(int status) {
        if (deciding != null) {
            deciding.setAttribute("http.response.status_code", status);
            end();
        }
    }

    /**
     * The filter failed, or the request did while it decided.
     *
     * @param kind of the failure
     */
    public void failed(String kind) {
        if (deciding != null) {
            deciding.setStatus(StatusCode.ERROR).setAttribute("error.type", kind);
            end();
        }
    }

    /** The filter has decided. */
    public void end() {
        if (deciding != null) {
            deciding.end();
            deciding = null;
        }
    }

    /** Nobody decides any more; a filter that has not decided never will. */
    public void close() {
        failed("undecided");
    }
}
