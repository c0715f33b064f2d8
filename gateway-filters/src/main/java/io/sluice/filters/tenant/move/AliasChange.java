package io.sluice.filters.tenant.move;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * A change of an index's aliases, by the tenant's names.
 *
 * @param definition as an index shows it; null if the index is to lose the alias
 */
public record AliasChange(
        String index, String alias, @Nullable JsonNode definition) {}
