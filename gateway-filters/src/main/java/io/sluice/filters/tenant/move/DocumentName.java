package io.sluice.filters.tenant.move;

import org.jspecify.annotations.Nullable;

/**
 * What names a document, whatever place stores it.
 *
 * @param index the tenant's name of its index
 * @param id the tenant's id
 * @param routing the client's routing; null if it gave none
 */
public record DocumentName(
        String index, String id, @Nullable String routing) {}
