package io.sluice.filters.tenant;

import io.sluice.api.Key;
import io.sluice.filters.tenant.names.IndexPattern;
import io.sluice.filters.tenant.names.NameTemplate;
import io.sluice.filters.tenant.names.TenantIndex;
import io.sluice.filters.tenant.names.TenantName;
import java.util.List;
import java.util.Locale;

/** How the cluster stores the documents of some of the tenants' indices. */
public sealed interface LayoutConfig {

    /** Description of the key {@link #scripts}. */
    String SCRIPTS = "the ids of stored scripts with which tenants may update documents";

    /** The tenants' indices that this layout covers. */
    List<String> indices();

    /** The ids of stored scripts with which tenants may update documents. */
    List<String> scripts();

    /**
     * Checks rules that depend on the filter's other settings.
     *
     * @throws IllegalArgumentException if two tenants could collide
     */
    void check(TenantName names);

    /** One physical index per index of each tenant. */
    record IndexPerTenant(
            @Key("the tenants' index names, each a name, or a prefix and *")
            List<String> indices,

            @Key(value = "the name of an index in the cluster, with {tenant} and {index}", def = "'{tenant}.{index}'")
            String template,

            @Key(value = SCRIPTS, def = "[]") List<String> scripts)
            implements LayoutConfig {
        public IndexPerTenant {
            indices = checked(indices);
            scripts = List.copyOf(scripts);
        }

        @Override
        public void check(TenantName names) {
            NameTemplate.parse(template, names);
        }
    }

    /**
     * One index shared by all tenants; a field identifies each document's tenant. The operator manages the index and
     * its mapping.
     */
    record Shared(
            @Key("the index names, each a name, or a prefix and *")
            List<String> indices,

            @Key(value = "the field that holds the tenant of a document", def = "tenant_id")
            String tenantField,

            @Key(value = "what to do with a document in which a client set that field", def = "refuse")
            Forged forged,

            @Key(value = "what chooses the shard of a document", def = "client")
            Routing routing,

            @Key(
                    value =
                            "whether text queries score the same for each document, or by word frequencies of all tenants",
                    def = "constant")
            Scores scores,

            @Key(
                    value =
                            "what becomes of an index with a date field @timestamp, by whose newest values of all tenants servers order documents",
                    def = "refuse")
            Timestamps timestamps,

            @Key(
                    value =
                            "whether tenants may use range and date_range aggregations, with which Elasticsearch tells how many documents"
                                    + " a shard has unless search.aggs.rewrite_to_filter_by_filter is false",
                    def = "refuse")
            Ranges ranges,

            @Key(
                    value =
                            "field types that an index may have although Sluice does not know them, for example those of your plugins",
                    def = "[]")
            List<String> fieldTypes,

            @Key(value = SCRIPTS, def = "[]") List<String> scripts)
            implements LayoutConfig {

        public Shared {
            indices = checked(indices);
            fieldTypes = List.copyOf(fieldTypes);
            scripts = List.copyOf(scripts);
            if (fieldTypes.contains("percolator")) {
                throw new IllegalArgumentException(
                        "fieldTypes cannot have percolator: its queries run with the gateway's rights");
            }
            if (indices.contains("*")) {
                throw new IllegalArgumentException(
                        "shared indices need a name or a prefix: with \"*\" every index of the cluster would belong to the tenants");
            }
            if (!isFieldName(tenantField)) {
                throw new IllegalArgumentException(
                        "tenantField is a name of A-Z, a-z, 0-9, _ and - that begins with a letter: " + tenantField);
            }
        }

        @Override
        public void check(TenantName names) {
            if (names.hyphens()) {
                throw new IllegalArgumentException("tenants of shared indices must not have hyphens:"
                        + " in a field that is not mapped as keyword, one tenant's name could match part of another's");
            }
        }
    }

    /** One physical index for all indices of a tenant; each document is nested under the name of its index. */
    record Nested(
            @Key("the tenants' index names, each a name, or a prefix and *")
            List<String> indices,

            @Key(value = "the name of a tenant's index in the cluster, with {tenant}", def = "'{tenant}'")
            String template,

            @Key(value = "the field that holds the name of a document's index", def = "baseIndex")
            String baseField,

            @Key(value = "what to do with a request to delete an index", def = "refuse")
            Deletion deletes,

            @Key(value = SCRIPTS, def = "[]") List<String> scripts)
            implements LayoutConfig {

        public Nested {
            indices = checked(indices);
            scripts = List.copyOf(scripts);
            if (!isFieldName(baseField) || baseField.equals(baseField.toLowerCase(Locale.ROOT))) {
                throw new IllegalArgumentException(
                        "baseField is a name of A-Z, a-z, 0-9, _ and - that begins with a letter,"
                                + " and has an upper-case letter, which no index has: " + baseField);
            }
        }

        @Override
        public void check(TenantName names) {
            TenantIndex.parse(template, names);
        }
    }

    /** How to handle a request to delete an index that shares a physical index. */
    enum Deletion {
        /** It is refused. */
        REFUSE,
        /** The documents of the index are deleted; its mapping stays. */
        DOCUMENTS
    }

    /** How to handle a document in which a client set the tenant field. */
    enum Forged {
        /** It is refused. */
        REFUSE,
        /** The field is left out. */
        OVERWRITE
    }

    /** What a document's score depends on. */
    enum Scores {
        /** The queries it matches, and their boosts. */
        CONSTANT,
        /** Also how rare words are in the whole index, which reveals other tenants' documents. */
        RELEVANCE
    }

    /**
     * What becomes of a shared index with a date field {@code @timestamp}, whose order tells how new the documents of others
     * are.
     */
    enum Timestamps {
        /** Tenants are kept out of it. */
        REFUSE,
        /** The operator accepts what the order tells. */
        ACCEPT
    }

    /** What becomes of range aggregations of a shared index. */
    enum Ranges {
        /** They are denied. */
        REFUSE,
        /** The cluster does not count them by filters, or the operator accepts what they tell. */
        ACCEPT
    }

    /** What determines a document's shard. */
    enum Routing {
        /** Its id, or the client's routing value. */
        CLIENT,
        /** The tenant's name, so that all of a tenant's documents are in one shard. */
        TENANT
    }

    private static boolean isFieldName(String text) {
        return text.matches("[A-Za-z][A-Za-z0-9_-]{0,127}");
    }

    private static List<String> checked(List<String> indices) {
        if (indices.isEmpty()) {
            throw new IllegalArgumentException("a layout needs indices; \"*\" is for all of them");
        }
        indices.forEach(IndexPattern::parse);
        return List.copyOf(indices);
    }
}
