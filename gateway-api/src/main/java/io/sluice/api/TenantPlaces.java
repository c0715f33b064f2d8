package io.sluice.api;

import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a filter implements beside {@link Filter} if it has a table of tenants' places that the operator changes through the gateway: the
 * admin endpoint and {@code sluice tenant} call it. Methods block, and may be called from any thread but the event loops'.
 */
public interface TenantPlaces {

    /** Which table the filter has: filters with the same name have the same one. Null if it has none that can be changed here. */
    @Nullable String table();

    /**
     * What the table says, and what is known of the gateways that share it.
     *
     * @return a JSON object: maps, lists, texts, numbers, booleans and null
     * @throws IOException if the table cannot be read
     */
    Map<String, @Nullable Object> report() throws IOException;

    /**
     * Refuses a tenant's requests until it is opened again. When the table has changed, gateways may still have requests in flight: the
     * report says which gateways are awaited.
     *
     * @throws IOException if the table could not be changed
     * @throws IllegalArgumentException if no tenant can have that name
     */
    void close(String tenant) throws IOException;

    /**
     * Takes a tenant's requests.
     *
     * @param place where they go; null for the place where the tenant is
     * @throws IOException if the table could not be changed
     * @throws IllegalArgumentException if no place or no tenant can have that name
     * @throws IllegalStateException if the tenant is in another place and not closed at all gateways
     */
    void open(String tenant, @Nullable String place) throws IOException;

    /**
     * Has a tenant brought to another place while it is used. Returns once that stands in the table; the report says how far it is.
     *
     * @throws IOException if the table could not be changed
     * @throws IllegalArgumentException if no place or no tenant can have that name
     * @throws IllegalStateException if the tenant is closed, or between other places
     */
    void move(String tenant, String to) throws IOException;

    /**
     * Has a tenant who is between two places brought to where it was.
     *
     * @throws IOException if the table could not be changed
     * @throws IllegalArgumentException if no tenant can have that name
     * @throws IllegalStateException if the tenant is in one place
     */
    void back(String tenant) throws IOException;

    /**
     * Ends a move that has reached its goal: there is no way back. When the table has changed, gateways may still have writes in flight that
     * are copied to the other place: it gets no copies any longer once the report says that no gateway is awaited.
     *
     * @throws IOException if the table could not be changed
     * @throws IllegalArgumentException if no tenant can have that name
     * @throws IllegalStateException if the tenant is in one place, or on its way
     */
    void finish(String tenant) throws IOException;
}
