package io.sluice.json;

import static io.sluice.json.SingleQuoted.edit;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.Json;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonMember;
import io.sluice.api.JsonTemplate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Values that are put into templates. */
class JsonTemplateEditsTest {

    private static final JsonTemplate FILTERED =
            JsonTemplate.parse("{\"bool\":{\"must\":[@query],\"filter\":[{\"term\":{\"tenant\":$tenant}}]}}");

    @Test
    void wrapsAValueAndGoesOnInside() {
        JsonTemplate.Filled filled = FILTERED.fill(Map.of("tenant", "a\"b"));
        assertThat(edit(
                        "{'query': {'match':{'old':1}} ,'size':1}",
                        at -> at.nameIs("query")
                                ? new JsonEdit.Wrap(filled, JsonEdit.descend())
                                : at.nameIs("old") ? new JsonEdit.Rename("new") : JsonEdit.descend()))
                .isEqualTo(
                        "{'query': {'bool':{'must':[{'match':{'new':1}}],'filter':[{'term':{'tenant':'a\\'b'}}]}} ,'size':1}");
    }

    @Test
    void endsATemplateWithWhatTheValueHasSaid() {
        JsonTemplate.Filled filled = JsonTemplate.parse("{\"f\":@x}").fill(Map.of());
        List<JsonMember> said = new ArrayList<>();
        assertThat(edit("{'q':{'m':{'b':2,'c':[{}]}},'r':{},'v':'w'}", at -> {
                    if (at.nameIs("b") && said.isEmpty()) {
                        said.add(new JsonMember("boost", Json.number(2)));
                    }
                    return switch (String.valueOf(at.name())) {
                        case "m" -> new JsonEdit.Rename("n", new JsonEdit.Wrap(filled, JsonEdit.descend(), () -> said));
                        case "r" -> new JsonEdit.Wrap(filled, JsonEdit.descend(), List::of);
                        case "v" -> new JsonEdit.Wrap(filled, JsonEdit.verbatim(), () -> said);
                        default -> JsonEdit.descend();
                    };
                }))
                .isEqualTo("{'q':{'n':{'f':{'b':2,'c':[{}]},'boost':2}},'r':{'f':{}},'v':{'f':'w','boost':2}}");
    }

    @Test
    void wrapsScalarsAndTheRootVerbatim() {
        JsonTemplate.Filled filled = JsonTemplate.parse("[@x,1]").fill(Map.of());
        List<String> asked = new ArrayList<>();
        assertThat(edit("{'a':{'b':2}}", at -> {
                    asked.add(at.pointer());
                    return new JsonEdit.Wrap(filled);
                }))
                .isEqualTo("[{'a':{'b':2}},1]");
        assertThat(asked).containsOnly("");
        assertThat(edit("5", at -> new JsonEdit.Wrap(filled))).isEqualTo("[5,1]");
    }
}
