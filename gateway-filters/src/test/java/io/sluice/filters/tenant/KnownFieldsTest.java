package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.filters.tenant.placement.Placement;
import io.sluice.filters.tenant.placement.Placements;
import io.sluice.filters.tenant.placement.Relocation;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How long copies rely on what was found out about the place that gets them. */
class KnownFieldsTest {

    private final KnownFields fields = new KnownFields();
    private final Placement earlier = copying(3);
    private final Placement later = copying(5);
    private final Placements table = table(Map.of("acme", later, "other", later));

    private static Placement copying(long version) {
        return new Placement(
                "here", Placement.State.COPYING, new Relocation("here", "there", "there", null), version, 0);
    }

    private static Placements table(Map<String, Placement> tenants) {
        return new Placements(5, tenants, new Placement("here", Placement.State.OPEN, null, 0, 0));
    }

    @Test
    void areSharedByWhatOnePlacementDecides() {
        assertThat(fields.of(table, "acme", later))
                .isSameAs(fields.of(table, "acme", copying(5)))
                .isNotSameAs(fields.of(table, "other", later));
    }

    /** Meanwhile the tenant may have been in one place, and indices of the other may have been deleted. */
    @Test
    void areFoundAnewForAnotherPlacement() {
        Object before = fields.of(table, "acme", earlier);
        Object after = fields.of(table, "acme", later);

        assertThat(after).isNotSameAs(before);
        assertThat(fields.of(table, "acme", earlier)).isNotSameAs(before).isNotSameAs(after);
        assertThat(fields.of(table, "acme", later)).isSameAs(after);
    }

    @Test
    void areForgottenOnceATenantIsInOnePlace() {
        Object before = fields.of(table, "acme", later);

        fields.of(table(Map.of("other", later)), "other", later);

        assertThat(fields.of(table, "acme", later)).isNotSameAs(before);
    }
}
