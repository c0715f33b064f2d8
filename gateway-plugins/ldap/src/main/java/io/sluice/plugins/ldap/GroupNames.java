package io.sluice.plugins.ldap;

import com.unboundid.ldap.sdk.DN;
import com.unboundid.ldap.sdk.LDAPException;
import com.unboundid.ldap.sdk.RDN;
import org.jspecify.annotations.Nullable;

/**
 * What later filters call groups. Two groups never get one name: a group directly below the base has its own name, any
 * other the whole name of its entry. Immutable.
 */
final class GroupNames {

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
        if (base != null && first != null && !first.isMultiValued() && base.equals(group.getParent())) {
            String value = first.getAttributeValues()[0];
            // It could be taken for the name of another entry.
            if (value.indexOf('=') < 0) {
                return value;
            }
        }
        return group.toNormalizedString();
    }
}
