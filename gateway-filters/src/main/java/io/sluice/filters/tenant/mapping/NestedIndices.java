package io.sluice.filters.tenant.mapping;

import io.sluice.api.ClusterReader;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The indices of one nested layout, one of each tenant, in which all of the tenant's indices lie. Immutable. */
public final class NestedIndices {

    private final UnaryOperator<String> template;
    private final NestedRules rules;

    /**
     * @param template gives the index of a tenant
     * @param baseField the field with the name of a document's index
     */
    public NestedIndices(UnaryOperator<String> template, String baseField) {
        this.template = template;
        this.rules = new NestedRules(baseField);
    }

    /** What is known of a tenant's index, from the best to the worst. */
    enum Verdict {
        /** It keeps the tenant's indices apart, or will do so once it is there. */
        FIT,
        /** It is not there, and a document would make one that is not known to be fit. */
        ABSENT,
        UNFIT,
        /** Nothing is known yet. */
        UNREAD
    }

    /**
     * What was found.
     *
     * @param problem for the operator; null if there is none
     */
    record Finding(Verdict verdict, @Nullable String problem) {
        static final Finding FIT = new Finding(Verdict.FIT, null);
        static final Finding UNREAD = new Finding(Verdict.UNREAD, null);
    }

    /**
     * Looks at a tenant's index in a cluster, or at the templates for it. Blocks.
     *
     * @throws IOException if the index could not be read
     */
    Finding look(ClusterReader cluster, String tenant) throws IOException {
        String name = template.apply(tenant);
        IndexDescriptions described = IndexDescriptions.readAny(cluster, List.of(name));
        Set<String> shown = described.names();
        // An alias shows other names.
        for (String index : shown) {
            String problem = rules.problem(described.mapping(index), described.settings(index));
            if (problem != null) {
                return new Finding(Verdict.UNFIT, index + ": " + problem);
            }
        }
        return shown.isEmpty() ? ofTemplates(cluster, name) : Finding.FIT;
    }

    private Finding ofTemplates(ClusterReader cluster, String name) {
        String problem;
        try {
            IndexTemplates.Made made = IndexTemplates.of(cluster, name);
            problem = made == null ? "there is none" : rules.problem(made.mapping(), made.settings());
        } catch (IOException | IllegalArgumentException e) {
            problem = e.getMessage();
        }
        return problem == null
                ? Finding.FIT
                : new Finding(Verdict.ABSENT, name + ": of its index template: " + problem);
    }
}
