package io.sluice.plugins.ldap;

import io.sluice.api.Key;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How the entry of a user is found. */
public sealed interface Users {

    /** The attribute that has the names that users type; null if several could. */
    @Nullable String attribute();

    /** It is searched. */
    record Search(
            @Key("the entry below which users are") String base,

            @Key(value = "the filter; {user} is the name that the user has typed", def = "(uid={user})")
            String filter)
            implements Users {

        static final Set<String> PLACEHOLDERS = Set.of("user");

        public Search {
            DnTemplate.dn(base);
            FilterTemplate.parse(filter, PLACEHOLDERS);
        }

        @Override
        public @Nullable String attribute() {
            return template().attribute();
        }

        FilterTemplate template() {
            return FilterTemplate.parse(filter, PLACEHOLDERS);
        }
    }

    /** Its name follows from the user's. */
    record Dn(
            @Key("the name of a user's entry, such as uid={user},ou=people,dc=example,dc=org")
            String template) implements Users {

        public Dn {
            DnTemplate.parse(template);
        }

        @Override
        public String attribute() {
            return DnTemplate.parse(template).attribute();
        }
    }
}
