package io.sluice.filters.tenant.move;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * What a tenant's index is like, whatever place stores it.
 *
 * @param mappings by the tenant's names of fields
 * @param settings below {@code index}, those that can be given to a new index
 * @param aliases by the tenant's names
 */
public record IndexShape(ObjectNode mappings, ObjectNode settings, ObjectNode aliases) {}
