package io.sluice.filters.tenant.move;

/** What bulks of copies are called in the cluster that gets them, so that it can be asked whether it is through with one. Thread-safe. */
public interface CopyMarks {

    /** What the next bulk is called. */
    String next();

    /** A bulk of that name got no answer: the cluster may go on with it. */
    void unanswered(String mark);
}
