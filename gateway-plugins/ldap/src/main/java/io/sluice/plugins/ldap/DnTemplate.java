package io.sluice.plugins.ldap;

import com.unboundid.ldap.sdk.DN;
import com.unboundid.ldap.sdk.LDAPException;
import com.unboundid.ldap.sdk.RDN;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The name of an entry with the placeholder {@code {user}}. The user's name is put into the parts that were read, never
 * into the text, so it cannot change where the entry is. Immutable.
 */
final class DnTemplate {

    private final List<RDN> parts;
    private final String attribute;

    private DnTemplate(List<RDN> parts, String attribute) {
        this.parts = parts;
        this.attribute = attribute;
    }

    /**
     * Reads a name (RFC 4514).
     *
     * @throws IllegalArgumentException if it is malformed, or does not have the placeholder exactly once, in a value
     */
    static DnTemplate parse(String text) {
        List<RDN> parts = List.of(dn(text).getRDNs());
        List<String> attributes = new ArrayList<>();
        for (RDN part : parts) {
            String[] names = part.getAttributeNames();
            String[] values = part.getAttributeValues();
            for (int i = 0; i < names.length; i++) {
                Set<String> found = Placeholders.in(values[i]);
                if (!Placeholders.in(names[i]).isEmpty() || !Set.of("user").containsAll(found)) {
                    throw new IllegalArgumentException("only {user}, in a value, can be filled in: " + text);
                }
                if (!found.isEmpty()) {
                    attributes.add(names[i]);
                }
            }
        }
        if (attributes.size() != 1) {
            throw new IllegalArgumentException("an entry's name must have {user} in exactly one value: " + text);
        }
        return new DnTemplate(parts, attributes.getFirst());
    }

    /**
     * Reads a name without placeholders.
     *
     * @throws IllegalArgumentException if it is malformed or empty
     */
    static DN dn(String text) {
        try {
            DN dn = new DN(text);
            if (dn.isNullDN()) {
                throw new IllegalArgumentException("the name of an entry must not be empty");
            }
            return dn;
        } catch (LDAPException e) {
            throw new IllegalArgumentException("not the name of an entry (DN): " + text, e);
        }
    }

    /** The attribute that has the user's name. */
    String attribute() {
        return attribute;
    }

    DN fill(String user) {
        List<RDN> filled = new ArrayList<>();
        for (RDN part : parts) {
            String[] values = part.getAttributeValues();
            for (int i = 0; i < values.length; i++) {
                values[i] = Placeholders.fill(values[i], Map.of("user", user));
            }
            filled.add(new RDN(part.getAttributeNames(), values));
        }
        return new DN(filled);
    }
}
