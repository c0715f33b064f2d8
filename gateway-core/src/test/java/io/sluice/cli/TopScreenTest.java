package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

class TopScreenTest {
    private static final String OVERVIEW = """
            {"version":"0.1.0","uptime_seconds":3725,"ready":true,
             "problems":[{"severity":"error","what":"Node a:1 of primary is left out","detail":"3 failures in a row"}],
             "now":{"requests_per_second":1234.567,"errors_per_second":0.5,"request_ms":{"p50":1.234,"p99":12345}},
             "ways":[{"listener":"http","flow":"default","cluster":"primary","requests_per_second":2,"request_p99_ms":250}],
             "queues":[{"name":"ingest","cluster":"primary","accepting":false,"failure":null,"records":7,
               "oldest_seconds":65,"kept_per_second":3,"indexed_per_second":2,"again_per_second":0,"dead_letters":1}],
             "clusters":[{"name":"primary","nodes":[{"address":"a:1","left_out":true}]}],
             "slow":[{"method":"GET","path":"/a\\u001b[2J\\u202eb","status":200,"total_ms":5,"flow":null,"failure":null}],
             "refused":[]}
            """;

    private static String screen(String json) throws Exception {
        return TopScreen.of(new ObjectMapper().readTree(json));
    }

    @Test
    void putsProblemsFirstAndRoundsNumbers() throws Exception {
        assertThat(screen(OVERVIEW).lines().toList())
                .startsWith(
                        "Sluice 0.1.0, up 1 h 2 min, ready",
                        "ERROR  Node a:1 of primary is left out: 3 failures in a row")
                .anySatisfy(line ->
                        assertThat(line).startsWith("last minute  1235/s, 0.50 errors/s, p50 1.23 ms, p99 12.3 s;"))
                .anySatisfy(line -> assertThat(line).startsWith("http      default  primary  2 "))
                .anySatisfy(line -> assertThat(line).matches("ingest +primary +draining +7 +1 min 5 s +3 +2 +0 +1"))
                .anySatisfy(line -> assertThat(line).startsWith("primary  a:1   left out"));
    }

    @Test
    void tellsWhatAQueueDoes() throws Exception {
        assertThat(screen("{'queues':[{'name':'a','cluster':'b','accepting':true,'failed_lanes':{'3':'it is torn'}}]}"
                        .replace('\'', '"')))
                .containsPattern("a +b +lanes stand still");
        assertThat(screen("{'queues':[{'name':'a','cluster':'b','accepting':false,'drained':true,'failed_lanes':{}}]}"
                        .replace('\'', '"')))
                .containsPattern("a +b +drained");
    }

    @Test
    void sendsNoCommandOfAPathToTheTerminal() throws Exception {
        assertThat(screen(OVERVIEW)).contains("GET /a?[2J?b").doesNotContain("\033", "\u202e");
    }

    @Test
    void showsWhatThereIsOfAnEmptyAnswer() throws Exception {
        assertThat(screen("{}")).contains("NOT READY", "Nothing is wrong.");
    }
}
