package io.sluice.filters.tenant.move;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.api.ClusterReader;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A tenant's documents as one place stores them. Immutable. */
public interface PlacedDocuments {

    /** The place's cluster. */
    ClusterReader cluster();

    /** Where writes by the cluster's aliases went before. */
    AliasTargets aliasTargets();

    /** Whether the cluster shows sources without vectors unless they are asked for. Blocks. */
    boolean leavesVectorsOut() throws IOException;

    /** The indices that may have documents of the tenant; together they are all. */
    List<Part> parts();

    /**
     * Some of the indices.
     *
     * @param expression that matches them, and may match none
     * @param query in JSON, for the tenant's documents in them
     */
    record Part(String expression, String query) {}

    /**
     * What the tenant's indices are like. Blocks.
     *
     * @return by the tenant's names
     * @throws UnmovableException if that is not known
     */
    Map<String, IndexShape> shapes() throws IOException, UnmovableException;

    /**
     * Makes an index unless it is there. Blocks.
     *
     * @param index the tenant's name
     * @throws UnmovableException if this place cannot have such an index
     */
    void make(String index, IndexShape shape) throws IOException, UnmovableException;

    /**
     * How much of an index is the tenant's.
     *
     * @param index the tenant's name
     * @throws UnmovableException if this place cannot have such an index
     */
    Owned owned(String index) throws UnmovableException;

    /**
     * Changes an index that is there. Blocks.
     *
     * @param index the tenant's name
     * @param settings their full names below {@code index} and their values, null for the usual one; may be empty
     * @param mapping by the tenant's names of fields, what is to be changed; may be empty
     * @throws UnmovableException if it cannot be changed so
     */
    void change(String index, ObjectNode settings, ObjectNode mapping) throws IOException, UnmovableException;

    /**
     * Changes aliases of indices that are there and are the tenant's. Blocks.
     *
     * @throws UnmovableException if they cannot be so
     */
    void change(List<AliasChange> changes) throws IOException, UnmovableException;

    /** What names a stored document for the tenant; null if it is not the tenant's. */
    @Nullable DocumentName name(StoredName stored);

    /**
     * Where a document is stored.
     *
     * @throws UnmovableException if it cannot be stored in this place
     */
    StoredName stored(DocumentName document) throws UnmovableException;

    /**
     * A document's source as it is stored.
     *
     * @param source the tenant's, a JSON object
     * @throws UnmovableException if it cannot be stored in this place
     */
    byte[] toStored(DocumentName document, byte[] source) throws UnmovableException;

    /**
     * The tenant's source of a stored document: for what {@link #toStored} made, byte for byte what it was made of.
     *
     * @throws UnmovableException if the source cannot be read
     */
    byte[] fromStored(DocumentName document, byte[] stored) throws UnmovableException;
}
