package io.sluice.filters.tenant.move;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;

/** Documents of one index {@code logs}, which is the place's own: they are stored under their names, as they are. */
public interface UntranslatedDocuments extends PlacedDocuments {

    /** Remembers nothing. */
    @Override
    default AliasTargets aliasTargets() {
        return new AliasTargets();
    }

    @Override
    default boolean leavesVectorsOut() {
        return false;
    }

    @Override
    default List<Part> parts() {
        return List.of(new Part("logs", "{\"match_all\":{}}"));
    }

    @Override
    default DocumentName name(StoredName stored) {
        return new DocumentName(stored.index(), stored.id(), stored.routing());
    }

    @Override
    default StoredName stored(DocumentName document) {
        return new StoredName(document.index(), document.id(), document.routing());
    }

    @Override
    default byte[] toStored(DocumentName document, byte[] source) {
        return source;
    }

    @Override
    default byte[] fromStored(DocumentName document, byte[] stored) {
        return stored;
    }

    @Override
    default Map<String, IndexShape> shapes() {
        return Map.of();
    }

    @Override
    default void make(String index, IndexShape shape) {
        throw new IllegalStateException("there is none to make");
    }

    @Override
    default Owned owned(String index) {
        return Owned.INDEX;
    }

    @Override
    default void change(String index, ObjectNode settings, ObjectNode mapping) {
        throw new IllegalStateException("there is none to change");
    }

    @Override
    default void change(List<AliasChange> changes) {
        throw new IllegalStateException("there are none to change");
    }
}
