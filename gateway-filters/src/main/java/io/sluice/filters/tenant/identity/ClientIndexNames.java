package io.sluice.filters.tenant.identity;

import io.sluice.filters.tenant.names.IndexNames;
import io.sluice.filters.tenant.names.TextReplacement;
import io.sluice.filters.tenant.names.Translation;
import org.jspecify.annotations.Nullable;

/** The index names of one tenant whose clients include the tenant's name in them. Immutable. */
public final class ClientIndexNames implements IndexNames {

    private final IndexNames own;
    private final ClientNames.Of clients;

    /**
     * Translates clients' names before a layout's names.
     *
     * @param own names of the tenant's indices in the cluster
     * @param clients names that clients use
     */
    public ClientIndexNames(IndexNames own, ClientNames.Of clients) {
        this.own = own;
        this.clients = clients;
    }

    @Override
    public Translation one(String name) {
        String index = clients.index(name);
        return index == null ? foreign(name) : named(own.one(index), index, name);
    }

    private static Translation foreign(String name) {
        return new Translation.Refused(403, "[" + name + "] is not a name of this tenant's indices");
    }

    // A refusal's reason quotes the name that the client wrote.
    private static Translation named(Translation translation, String index, String name) {
        return translation instanceof Translation.Refused refused
                ? new Translation.Refused(
                        refused.status(), refused.reason().replace("[" + index + "]", "[" + name + "]"))
                : translation;
    }

    @Override
    public String all() {
        return own.all();
    }

    @Override
    public Translation expression(@Nullable String text) {
        if (text == null || text.isEmpty()) {
            return new Translation.Refused(403, "no index is named, so the tenant is unknown");
        }
        if (text.indexOf(',') < 0 && text.indexOf('*') < 0) {
            return one(text);
        }
        String indices = clients.indices(text);
        return indices == null ? foreign(text) : named(own.expression(indices), indices, text);
    }

    @Override
    public boolean mayLack(@Nullable String text) {
        String indices = text == null || text.indexOf('*') < 0 ? null : clients.indices(text);
        return indices != null && own.mayLack(indices);
    }

    @Override
    public boolean sendsPlain(@Nullable String text) {
        String indices = text == null || text.indexOf('*') < 0 ? null : clients.indices(text);
        return indices != null && own.sendsPlain(indices);
    }

    @Override
    public @Nullable String compared(String value) {
        String index = clients.index(value);
        return index == null ? null : own.compared(index);
    }

    @Override
    public @Nullable String beginning(String value) {
        String index = clients.index(value);
        return index == null || !growsBehind(value, index) ? null : own.beginning(index);
    }

    // Where the tenant's name ends a client's name, longer names of indices do not begin with it.
    private boolean growsBehind(String value, String index) {
        String longer = index.isEmpty() ? null : clients.name(index + index.charAt(index.length() - 1));
        return longer != null && longer.startsWith(value);
    }

    @Override
    public boolean ownEnds() {
        return own.ownEnds();
    }

    @Override
    public @Nullable String logical(String physical) {
        String index = own.logical(physical);
        return index == null ? null : clients.name(index);
    }

    // A text may also contain the name as the client wrote it.
    @Override
    public String text(String text) {
        return TextReplacement.named(text, word -> clients.index(word) == null ? logical(word) : null);
    }

    @Override
    public String toString() {
        return own.toString();
    }
}
