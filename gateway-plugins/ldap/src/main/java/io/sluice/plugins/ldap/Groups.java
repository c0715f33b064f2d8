package io.sluice.plugins.ldap;

import io.sluice.api.Key;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Where the groups of a user are. */
public sealed interface Groups {

    /** Entries that name their members. */
    record Search(
            @Key("the entry below which groups are") String base,

            @Key(
                    value = "the filter; {dn} is the name of the user's entry, {user} the user's name",
                    def = "(member={dn})")
            String filter)
            implements Groups {

        static final Set<String> PLACEHOLDERS = Set.of("dn", "user");

        public Search {
            DnTemplate.dn(base);
            FilterTemplate.parse(filter, PLACEHOLDERS);
        }
    }

    /** An attribute of the user's entry that names the entries of its groups. */
    record Attribute(
            @Key(value = "the attribute", def = "memberOf") String name,

            @Key("groups directly below this entry are called by their own name, all others by that of their entry")
            @Nullable String base)
            implements Groups {

        public Attribute {
            if (base != null) {
                DnTemplate.dn(base);
            }
        }
    }
}
