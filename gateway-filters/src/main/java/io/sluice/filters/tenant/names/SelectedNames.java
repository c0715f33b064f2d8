package io.sluice.filters.tenant.names;

import org.jspecify.annotations.Nullable;

/** Several indices of a tenant that all lie in a single index of the cluster. A document's index does not tell which one it belongs to. Immutable. */
public final class SelectedNames implements IndexNames {

    private final String physical;
    private final IndexSelection selection;

    /**
     * Describes the indices.
     *
     * @param physical the index of the cluster
     * @param selection which of those that lie there
     */
    public SelectedNames(String physical, IndexSelection selection) {
        this.physical = physical;
        this.selection = selection;
    }

    @Override
    public Translation one(String name) {
        String problem = BaseNames.problem(name);
        return problem == null
                ? new Translation.Refused(403, "[" + name + "] is one of several indices that the request is for")
                : new Translation.Refused(400, "Invalid index name [" + name + "], " + problem);
    }

    @Override
    public String all() {
        return physical;
    }

    @Override
    public Translation expression(@Nullable String text) {
        String meant = IndexNames.isEverything(text) ? "*" : text;
        return selection.toString().equals(meant)
                ? new Translation.Physical(physical)
                : new Translation.Refused(
                        403, "in this layout a request is for the indices that its path or header names");
    }

    @Override
    public boolean mayLack(@Nullable String text) {
        return selection.hasWildcards();
    }

    @Override
    public String compared(String value) {
        return value;
    }

    @Override
    public boolean ownEnds() {
        return false;
    }

    @Override
    public @Nullable String logical(String name) {
        return null;
    }

    @Override
    public String text(String text) {
        return text.contains(physical)
                ? Words.named(text, name -> name.equals(physical) ? selection.toString() : null)
                : text;
    }

    @Override
    public String toString() {
        return physical + "/" + selection;
    }
}
