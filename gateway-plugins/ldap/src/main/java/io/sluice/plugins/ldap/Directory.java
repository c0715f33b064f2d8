package io.sluice.plugins.ldap;

import com.unboundid.ldap.sdk.DN;
import com.unboundid.ldap.sdk.Filter;
import com.unboundid.ldap.sdk.LDAPException;
import com.unboundid.ldap.sdk.ResultCode;
import com.unboundid.ldap.sdk.SearchResultEntry;
import com.unboundid.ldap.sdk.SearchScope;
import io.sluice.api.FilterMeters;
import io.sluice.api.check.BasicCredentials;
import io.sluice.api.check.Deadline;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Asks a directory who somebody is. Its checks block until their deadline at most; thread-safe. */
final class Directory implements AutoCloseable {

    private static final int MOST_GROUPS = 2_000;
    private static final Set<ResultCode> UNREADABLE =
            Set.of(ResultCode.NO_SUCH_OBJECT, ResultCode.INSUFFICIENT_ACCESS_RIGHTS);

    private final LdapConfig config;
    private final Principals principals;
    private final Watchdog watchdog = new Watchdog();
    private final Complaints complaints;
    /** Those of the account that searches. */
    private final Connections searching;
    /** Those on which users show their passwords. */
    private final Connections proving;

    private final List<String> attributes;

    /** @throws IOException if the authorities cannot be read */
    Directory(LdapConfig config, FilterMeters meters) throws IOException {
        this.config = config;
        this.principals = new Principals(config);
        this.complaints = new Complaints(meters);
        Servers servers;
        try {
            servers = new Servers(config, watchdog);
        } catch (IOException e) {
            watchdog.close();
            throw e;
        }
        this.searching = new Connections(servers, config.bind(), config.connectTimeout());
        this.proving = new Connections(servers, null, config.connectTimeout());
        this.attributes = neededAttributes();
        meters.gauge(
                "idle_connections",
                "Connections to the directory that nobody uses just now",
                () -> searching.idle() + proving.idle());
    }

    private List<String> neededAttributes() {
        Set<String> needed = new LinkedHashSet<>(principals.attributes());
        if (config.users() instanceof Users.Search search) {
            needed.addAll(search.template().attributes());
        }
        if (config.groups() instanceof Groups.Attribute attribute) {
            needed.add(attribute.name());
        }
        return List.copyOf(needed);
    }

    /** Whether somebody is who they say, and who that is. */
    Finding check(BasicCredentials credentials, Deadline deadline) {
        if (deadline.isOver()) {
            return new Finding.Unavailable();
        }
        CheckTime time = new CheckTime(deadline, config.timeout());
        try {
            return switch (config.users()) {
                case Users.Search search -> searched(search, credentials, time);
                case Users.Dn dn -> named(DnTemplate.parse(dn.template()), credentials, time);
            };
        } catch (UnusableEntryException e) {
            complaints.unusable(e);
            return new Finding.Refused();
        } catch (LDAPException e) {
            complaints.failed(e);
            return new Finding.Unavailable();
        }
    }

    private Finding searched(Users.Search users, BasicCredentials credentials, CheckTime time)
            throws LDAPException, UnusableEntryException {
        Deadline deadline = time.deadline();
        FilterTemplate template = users.template();
        Map<String, String> values = Map.of("user", credentials.user());
        List<SearchResultEntry> found = searching.use(
                time,
                link -> few(
                        link,
                        new Link.Question(users.base(), SearchScope.SUB, template.fill(values), attributes, 2),
                        deadline));
        if (found.isEmpty()) {
            return new Finding.Refused();
        }
        SearchResultEntry entry = found.getFirst();
        if (found.size() > 1) {
            throw new UnusableEntryException("a name has several entries, such as " + entry.getDN());
        }
        // An empty name would make the bind one of nobody, which succeeds.
        DN name = new DN(entry.getDN());
        if (name.isNullDN() || !name.isDescendantOf(users.base(), true) || !template.matches(entry, values)) {
            throw new UnusableEntryException("the server found an entry that was not searched: " + entry.getDN());
        }
        principals.name(entry);
        if (!proving.use(time, link -> link.bind(entry.getDN(), credentials.password(), deadline))) {
            return new Finding.Refused();
        }
        return config.groups() instanceof Groups.Search search
                ? searching.use(time, link -> verified(entry, searched(link, search, entry, deadline)))
                : verified(entry, List.of());
    }

    /** At most two entries, also where the server has more. */
    private static List<SearchResultEntry> few(Link link, Link.Question question, Deadline deadline)
            throws LDAPException {
        try {
            return link.search(question, deadline);
        } catch (LDAPException e) {
            if (e.getResultCode().equals(ResultCode.SIZE_LIMIT_EXCEEDED)) {
                SearchResultEntry any = new SearchResultEntry("", List.of());
                return List.of(any, any);
            }
            throw e;
        }
    }

    private Finding named(DnTemplate template, BasicCredentials credentials, CheckTime time)
            throws LDAPException, UnusableEntryException {
        DN name = template.fill(credentials.user());
        Connections.Call<Boolean> proof = link -> link.bind(name.toString(), credentials.password(), time.deadline());
        if (config.bind() == null) {
            return proving.use(
                    time, link -> proof.on(link) ? read(link, name, time.deadline()) : new Finding.Refused());
        }
        return proving.use(time, proof)
                ? searching.use(time, link -> read(link, name, time.deadline()))
                : new Finding.Refused();
    }

    private Finding read(Link link, DN name, Deadline deadline) throws LDAPException, UnusableEntryException {
        Link.Question question = new Link.Question(
                name.toString(), SearchScope.BASE, Filter.createPresenceFilter("objectClass"), attributes, 2);
        List<SearchResultEntry> found = readable(link, question, deadline);
        if (found.size() != 1 || !new DN(found.getFirst().getDN()).equals(name)) {
            throw new UnusableEntryException("the entry of a user cannot be read: " + name);
        }
        SearchResultEntry entry = found.getFirst();
        return verified(
                entry,
                config.groups() instanceof Groups.Search search ? searched(link, search, entry, deadline) : List.of());
    }

    /** No entry where the server says that there is none, or that it must not be read. */
    private static List<SearchResultEntry> readable(Link link, Link.Question question, Deadline deadline)
            throws LDAPException {
        try {
            return link.search(question, deadline);
        } catch (LDAPException e) {
            if (UNREADABLE.contains(e.getResultCode())) {
                return List.of();
            }
            throw e;
        }
    }

    private List<String> searched(Link link, Groups.Search search, SearchResultEntry entry, Deadline deadline)
            throws LDAPException, UnusableEntryException {
        Map<String, String> values = Map.of("dn", entry.getDN(), "user", principals.name(entry));
        Filter filter = FilterTemplate.parse(search.filter(), Groups.Search.PLACEHOLDERS)
                .fill(values);
        return names(
                link.search(
                        new Link.Question(search.base(), SearchScope.SUB, filter, List.of("1.1"), MOST_GROUPS),
                        deadline),
                search);
    }

    private static List<String> names(List<SearchResultEntry> groups, Groups.Search search)
            throws LDAPException, UnusableEntryException {
        DN base = DnTemplate.dn(search.base());
        GroupNames names = new GroupNames(base);
        List<String> found = new ArrayList<>();
        for (SearchResultEntry group : groups) {
            if (!new DN(group.getDN()).isDescendantOf(base, true)) {
                throw new UnusableEntryException("the server found a group that was not searched: " + group.getDN());
            }
            found.add(Principals.usable(names.of(group.getDN()), "a group's name"));
        }
        return found;
    }

    private Finding verified(SearchResultEntry entry, List<String> searched)
            throws LDAPException, UnusableEntryException {
        List<String> groups = new ArrayList<>(searched);
        if (config.groups() instanceof Groups.Attribute attribute) {
            String base = attribute.base();
            GroupNames names = new GroupNames(base == null ? null : DnTemplate.dn(base));
            for (String value : Principals.values(entry, attribute.name())) {
                groups.add(names.of(value));
            }
        }
        return new Finding.Verified(principals.of(entry, groups));
    }

    /** Asks connections that nobody uses whether their servers answer. */
    void checkConnections() {
        searching.check();
        proving.check();
    }

    @Override
    public void close() {
        searching.close();
        proving.close();
        watchdog.close();
    }
}
