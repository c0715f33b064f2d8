package io.sluice.filters.tenant.names;

import org.jspecify.annotations.Nullable;

/**
 * Names of several indices in the nested layout. The physical index of a document does not identify its tenant index.
 * Immutable.
 */
public final class SelectedNames implements IndexNames {

    private final String physical;
    private final IndexSelection selection;

    /**
     * Describes the indices.
     *
     * @param physical name of the cluster's index
     * @param selection of the tenant's indices in it
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
    public boolean sendsPlain(@Nullable String text) {
        return selection.hasWildcards();
    }

    @Override
    public String compared(String value) {
        return value;
    }

    @Override
    public String beginning(String value) {
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
                ? TextReplacement.named(text, name -> name.equals(physical) ? selection.toString() : null)
                : text;
    }

    @Override
    public String toString() {
        return physical + "/" + selection;
    }
}
