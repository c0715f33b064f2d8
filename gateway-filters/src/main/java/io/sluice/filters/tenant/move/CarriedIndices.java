package io.sluice.filters.tenant.move;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes a tenant's indices in one place as they are in another. Thread-safe; blocks. */
final class CarriedIndices {

    private static final Logger LOG = LoggerFactory.getLogger(CarriedIndices.class);
    private static final String REMEDY = "; you may delete it there, then the move makes it anew";

    private final PlacedDocuments from;
    private final PlacedDocuments to;
    /** Those of which it was found out that they are there before a document of theirs was copied. */
    private final FoundFields found;

    CarriedIndices(PlacedDocuments from, PlacedDocuments to, FoundFields found) {
        this.from = from;
        this.to = to;
        this.found = found;
    }

    /**
     * Makes those that are missing, and has those that are there be alike. To be called before documents are copied.
     *
     * @return all of them
     * @throws UnmovableException if one of them cannot be alike
     */
    Set<String> prepare() throws IOException, UnmovableException {
        Map<String, IndexShape> wanted = wanted();
        Map<String, IndexShape> before = to.shapes();
        // First, as a new index may have the name of an old alias, or be the one that takes an alias's writes.
        changeAliases(wanted, before);
        for (Map.Entry<String, IndexShape> index : wanted.entrySet()) {
            String name = index.getKey();
            IndexShape shape = index.getValue();
            to.make(name, shape);
            IndexShape there = before.get(name);
            if (there != null) {
                IndexFit fit = new IndexFit(shape, there);
                change(
                        name,
                        areSettingsCarried(name) ? fit.settings() : none(),
                        isMappingCarried(name) ? fit.mapping() : none());
            }
        }
        Map<String, IndexShape> after = to.shapes();
        // Templates of the other place may have given new indices aliases.
        changeAliases(wanted, after);
        for (Map.Entry<String, IndexShape> index : wanted.entrySet()) {
            IndexShape there = after.get(index.getKey());
            if (there != null) {
                check(index.getKey(), new IndexFit(index.getValue(), there));
            }
        }
        return Set.copyOf(wanted.keySet());
    }

    private void check(String index, IndexFit fit) throws UnmovableException {
        if (!fit.wanted().pipelines().isEmpty()
                && !fit.wanted().pipelines().equals(fit.there().pipelines())) {
            throw UnmovableException.ofPipelines(index, fit.wanted());
        }
        String difference = isMappingCarried(index) ? fit.difference() : null;
        if (difference != null) {
            throw unlike(index, difference);
        }
    }

    private static UnmovableException unlike(String index, String difference) {
        return new UnmovableException(
                "index " + index + " is in the other place with another mapping: " + difference + REMEDY);
    }

    /**
     * Looks at what has come since they were made: makes missing ones, and gives those that are there the fields that they lack. What cannot
     * be alike is a reason to stop for an index only that writes have made since: of the others the tenant has documents in both places, which
     * are compared themselves, and on the way back nothing but those counts.
     *
     * @param prepared those that were made alike before documents were copied; null if that is not known, or none was
     * @throws UnmovableException if an index that has come since cannot be alike
     */
    void follow(@Nullable Set<String> prepared) throws IOException, UnmovableException {
        Map<String, IndexShape> wanted = wanted();
        Map<String, IndexShape> present = to.shapes();
        changeAliases(wanted, present);
        for (Map.Entry<String, IndexShape> index : wanted.entrySet()) {
            String name = index.getKey();
            IndexShape there = present.get(name);
            if (there != null && isMappingCarried(name)) {
                try {
                    follow(name, new IndexFit(index.getValue(), there));
                } catch (UnmovableException e) {
                    if (prepared != null && !prepared.contains(name)) {
                        throw e;
                    }
                    LOG.atDebug().setCause(e).log("an index stays otherwise in the other place");
                }
            } else if (there == null && to.owned(name) != Owned.DOCUMENTS) {
                to.make(name, index.getValue());
            }
        }
    }

    private void follow(String index, IndexFit fit) throws IOException, UnmovableException {
        String other = fit.otherType();
        if (other != null) {
            throw unlike(index, other);
        }
        change(index, none(), fit.lackingFields());
    }

    /**
     * Makes those of some documents that are there as a field only, and so are not missed when a document is copied. Those that are there get
     * the fields that they lack, where they can have them: whether they are alike is found out when documents are compared.
     *
     * @throws UnmovableException if the other place cannot have one that is missing
     */
    void makeFields(Collection<DocumentName> documents) throws IOException, UnmovableException {
        Set<String> unknown = new TreeSet<>();
        for (DocumentName document : documents) {
            String index = document.index();
            if (!found.has(index) && to.owned(index) == Owned.FIELD) {
                unknown.add(index);
            }
        }
        if (!unknown.isEmpty()) {
            found.add(make(unknown, to.shapes()));
        }
    }

    /** Makes some of which a document could not be looked for. */
    void makeMissing(Collection<String> indices) throws IOException, UnmovableException {
        // Somebody may have deleted the index with all of its fields.
        found.clear();
        make(indices, Map.of());
    }

    /** Those of them that are in the first place are in the other one then. */
    private Set<String> make(Collection<String> indices, Map<String, IndexShape> present)
            throws IOException, UnmovableException {
        Set<String> there = new TreeSet<>();
        Map<String, IndexShape> shapes = from.shapes();
        boolean keepsVectors = keepsVectors();
        for (String index : indices) {
            IndexShape shape = shapes.get(index);
            if (shape != null) {
                IndexShape other = present.get(index);
                IndexShape carried = carried(index, shape, keepsVectors);
                // A mapping that takes no new fields does not show each of several indices in one.
                if (other == null) {
                    to.make(index, carried);
                } else {
                    addFields(index, new IndexFit(carried, other));
                }
                there.add(index);
            }
        }
        return there;
    }

    private void addFields(String index, IndexFit fit) throws IOException {
        try {
            change(index, none(), fit.lackingFields());
        } catch (UnmovableException e) {
            LOG.atDebug().setCause(e).log("an index does not get all of its fields in the other place");
        }
    }

    private void change(String index, ObjectNode settings, ObjectNode mapping) throws IOException, UnmovableException {
        if (!settings.isEmpty() || !mapping.isEmpty()) {
            to.change(index, settings, mapping);
        }
    }

    private void changeAliases(Map<String, IndexShape> wanted, Map<String, IndexShape> present)
            throws IOException, UnmovableException {
        List<AliasChange> changes = new ArrayList<>();
        for (Map.Entry<String, IndexShape> index : present.entrySet()) {
            if (to.owned(index.getKey()) == Owned.INDEX) {
                IndexShape shape = wanted.get(index.getKey());
                addChanges(
                        index.getKey(),
                        shape == null ? null : shape.aliases(),
                        index.getValue().aliases(),
                        changes);
            }
        }
        if (!changes.isEmpty()) {
            to.change(changes);
        }
    }

    /** @param due null if the index is only in the other place */
    private static void addChanges(
            String index, @Nullable ObjectNode due, ObjectNode present, List<AliasChange> changes) {
        for (Map.Entry<String, JsonNode> alias : present.properties()) {
            if (due == null || !due.has(alias.getKey())) {
                changes.add(new AliasChange(index, alias.getKey(), null));
            }
        }
        if (due != null) {
            for (Map.Entry<String, JsonNode> alias : due.properties()) {
                if (!alias.getValue().equals(present.get(alias.getKey()))) {
                    changes.add(new AliasChange(index, alias.getKey(), alias.getValue()));
                }
            }
        }
    }

    private boolean isMappingCarried(String index) throws UnmovableException {
        return from.owned(index) != Owned.DOCUMENTS && to.owned(index) != Owned.DOCUMENTS;
    }

    private boolean areSettingsCarried(String index) throws UnmovableException {
        return from.owned(index) == Owned.INDEX && to.owned(index) == Owned.INDEX;
    }

    private static ObjectNode none() {
        return JsonNodeFactory.instance.objectNode();
    }

    private Map<String, IndexShape> wanted() throws IOException, UnmovableException {
        boolean keepsVectors = keepsVectors();
        Map<String, IndexShape> wanted = new TreeMap<>();
        for (Map.Entry<String, IndexShape> index : from.shapes().entrySet()) {
            wanted.put(index.getKey(), carried(index.getKey(), index.getValue(), keepsVectors));
        }
        return wanted;
    }

    // Vectors that only the other place leaves out of sources would differ there: it makes them anew from what it
    // has indexed.
    private boolean keepsVectors() throws IOException {
        return !from.leavesVectorsOut() && to.leavesVectorsOut();
    }

    // A copy is made of a document's source, so what was only indexed would not come along.
    private static IndexShape carried(String index, IndexShape shape, boolean keepsVectors) throws UnmovableException {
        if (!shape.keepsSources()) {
            throw new UnmovableException("index " + index + " does not keep all of its documents' sources (_source)");
        }
        if (!shape.takesWrites()) {
            throw new UnmovableException("index " + index + " takes no writes (index.blocks)");
        }
        if (shape.isTimeSeries()) {
            throw new UnmovableException("index " + index + " is a time series (index.mode)");
        }
        if (shape.replacesIds()) {
            throw new UnmovableException(
                    "index " + index + " replaces the ids of its documents (index.logsdb.route_on_sort_fields)");
        }
        return keepsVectors ? shape.withVectorsInSources() : shape;
    }
}
