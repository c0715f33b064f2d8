package io.sluice.api;

/** A JSON text with holes. */
public final class JsonTemplate {
    private JsonTemplate() {}

    /** A template whose strings are filled in. */
    public static final class Filled {
        private Filled() {}

        /** True iff a place for a streamed value is left. */
        public boolean hasHole() {
            return false;
        }
    }
}
