package io.sluice.plugins.ldap;

import com.unboundid.ldap.sdk.Attribute;
import com.unboundid.ldap.sdk.Entry;
import io.sluice.api.Principal;
import io.sluice.api.check.DecodedText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Makes users of entries. Immutable. */
final class Principals {

    static final String REALM = "ldap";

    private final LdapConfig config;

    Principals(LdapConfig config) {
        this.config = config;
    }

    /** The attributes that it needs of a user's entry. */
    Set<String> attributes() {
        Set<String> needed = new LinkedHashSet<>(config.claims().values());
        needed.add(config.name());
        return needed;
    }

    /** The user's name as the directory has it, however it was typed. */
    String name(Entry entry) throws UnusableEntryException {
        List<String> values = values(entry, config.name());
        if (values.size() != 1) {
            throw new UnusableEntryException(
                    "an entry has " + values.size() + " values of " + config.name() + ", the attribute with the name");
        }
        return values.getFirst();
    }

    Principal of(Entry entry, List<String> groups) throws UnusableEntryException {
        Map<String, List<String>> claims = new LinkedHashMap<>();
        for (Map.Entry<String, String> claim : config.claims().entrySet()) {
            claims.put(claim.getKey(), values(entry, claim.getValue()));
        }
        if (config.groups() != null) {
            claims.put(config.groupsClaim(), groups);
        }
        return new Principal(name(entry), REALM, claims);
    }

    /**
     * All values of an attribute.
     *
     * @throws UnusableEntryException if one is no text, or the server keeps some of them back
     */
    static List<String> values(Entry entry, String name) throws UnusableEntryException {
        List<String> values = new ArrayList<>();
        for (Attribute each : entry.getAttributes()) {
            if (!each.getBaseName().equalsIgnoreCase(name)) {
                continue;
            }
            // "memberOf;range=0-1499" has only some; "cn;lang-de" is another attribute.
            if (each.getOptions().stream()
                    .anyMatch(option -> option.toLowerCase(Locale.ROOT).startsWith("range="))) {
                throw new UnusableEntryException("the server sends only some of the values of " + name);
            }
            if (each.getOptions().isEmpty()) {
                for (String value : each.getValues()) {
                    values.add(usable(value, name));
                }
            }
        }
        return values;
    }

    static String usable(String value, String name) throws UnusableEntryException {
        if (!DecodedText.isName(value)) {
            throw new UnusableEntryException("a value of " + name + " is blank, or not text that can be shown");
        }
        return value;
    }
}
