package io.sluice.plugins.ldap;

import com.unboundid.ldap.sdk.DN;
import com.unboundid.ldap.sdk.LDAPException;
import com.unboundid.ldap.sdk.RDN;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What later filters call groups. Two groups never get one name: a group directly below the base that its {@code cn}
 * names has that name, any other the whole name of its entry. Immutable.
 */
final class GroupNames {

    /** Of RFC 4519, 2.3, in the spellings in which a name may have it. */
    private static final Set<String> COMMON_NAME = Set.of("cn", "commonname", "2.5.4.3", "oid.2.5.4.3");

    private final @Nullable DN base;

    GroupNames(@Nullable DN base) {
        this.base = base;
    }

    /**
     * The name of a group.
     *
     * @throws LDAPException if that is not the name of an entry
     */
    String of(String entry) throws LDAPException {
        DN group = new DN(entry);
        RDN first = group.getRDN();
        if (base != null && first != null && isCommonName(first) && base.equals(group.getParent())) {
            String value = first.getAttributeValues()[0];
            // It could be taken for the name of another entry.
            if (value.indexOf('=') < 0) {
                return value;
            }
        }
        return group.toNormalizedString();
    }

    private static boolean isCommonName(RDN name) {
        return !name.isMultiValued() && COMMON_NAME.contains(name.getAttributeNames()[0].toLowerCase(Locale.ROOT));
    }
}
