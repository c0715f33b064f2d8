# shellcheck shell=bash
# Long forms of integration tests. Sourced by scripts that have root and terminal.sh, with bash.

require_maven
JAVA_HOME=$("$root/scripts/find-jdk")
export JAVA_HOME

log=$(mktemp "${TMPDIR:-/tmp}/sluice-long-tests.XXXXXX")
trap 'rm -f "$log"' EXIT
failed=0

# Runs tests of a module, and shows the lines in which they say what they counted.
run() { # beginnings-of-lines module options...
    local counted=$1 module=$2
    shift 2
    say "$(date +%T) $module $*"
    (cd "$root" && mvn -B -o -Pquick -pl "$module" -am verify -Dsurefire.failIfNoSpecifiedTests=false \
        -Dfailsafe.failIfNoSpecifiedTests=false "$@") >"$log" 2>&1 || {
        failed=1
        show_tail "$log" 60
    }
    grep -E "^($counted)|Tests run:.* in " "$log" || :
}
