package io.sluice.filters.tenant.placement;

/**
 * A gateway in the table.
 *
 * @param name for the operator
 * @param leaving whether it was silent for so long that it is taken out; it decides no request until it has entered itself anew
 */
record GatewayEntry(String name, boolean leaving) {}
