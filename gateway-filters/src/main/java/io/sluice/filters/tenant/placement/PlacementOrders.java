package io.sluice.filters.tenant.placement;

import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the operator may ask of a table of places. Blocks; thread-safe. */
public interface PlacementOrders {

    /**
     * What is known of all tenants who are in a line of the table, and of the gateways.
     *
     * @return a JSON object as maps, lists, texts, numbers and booleans
     * @throws IOException if the table cannot be read
     */
    Map<String, @Nullable Object> report() throws IOException;

    /**
     * Puts a tenant in a place, and opens or closes it. From a place to another one it has to be closed first at all gateways.
     *
     * @param place null for the one where it is
     * @throws IOException if the table could not be changed
     * @throws IllegalArgumentException if the place is not known
     * @throws IllegalStateException if the tenant's state does not allow it
     */
    void put(String tenant, @Nullable String place, Placement.State state) throws IOException;

    /**
     * Has a tenant brought to another place while it is used.
     *
     * @throws IOException if the table could not be changed
     * @throws IllegalArgumentException if the place is not known
     * @throws IllegalStateException if the tenant is closed, or between other places
     */
    void move(String tenant, String to) throws IOException;

    /**
     * Has a tenant who is between two places brought to where it was; ends its move if nothing was copied yet.
     *
     * @throws IOException if the table could not be changed
     * @throws IllegalStateException if the tenant is in one place
     */
    void back(String tenant) throws IOException;

    /**
     * Ends a move: there is no way back, and nothing is copied to the other place once the report names no gateway that is awaited.
     *
     * @throws IOException if the table could not be changed
     * @throws IllegalStateException if the tenant is in one place, or on its way
     */
    void finish(String tenant) throws IOException;
}
