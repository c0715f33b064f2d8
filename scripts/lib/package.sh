# shellcheck shell=bash
# The runtime, the cache and the test of a package. Sourced after terminal.sh; the caller has set $root and $work.

# shellcheck disable=SC2034
packages=$root/gateway-dist/target/packages

# Beside what jdeps finds: what is loaded by name only. jdk.crypto.ec is a part of java.base since Java 22. The last line is for
# operators (jcmd, thread dumps, recordings) and for plugins, which find the platform's classes and nothing else.
loaded_by_name=jdk.zipfs,jdk.management,jdk.jfr,jdk.unsupported,java.naming,jdk.naming.dns,java.security.sasl,jdk.charsets
loaded_by_name+=,java.management,java.logging,java.net.http,java.sql
loaded_by_name+=,jdk.jcmd,jdk.management.agent,jdk.management.jfr,jdk.security.auth,java.scripting,java.rmi
# java.desktop is named by jackson and snakeyaml for beans, which they do without; it would be a quarter of the runtime and need
# libraries of a desktop. java.compiler is named by a part of a library that the gateway does not use.
left_out='java.desktop|java.compiler'

# processes of the test; none outlives it
started=()

end_package() { # exit code
    local code=${1:-$?}
    trap - EXIT
    local pid
    for pid in ${started[@]+"${started[@]}"}; do
        kill "$pid" 2>/dev/null || :
        wait "$pid" 2>/dev/null || :
    done
    rm -rf "$work"
    exit "$code"
}

# Sets distribution, version, arch and jdk.
find_distribution() {
    local homes=("$root"/gateway-dist/target/sluice-*/)
    [ -x "${homes[0]}bin/sluice" ] || fail "There is no distribution yet. Build it:
  mvn -B -q -Pquick -Dmaven.test.skip=true -pl gateway-dist -am package"
    [ ${#homes[@]} -eq 1 ] || fail "There are several distributions in gateway-dist/target; remove the old ones: ${homes[*]}"
    distribution=${homes[0]%/}
    version=${distribution##*/sluice-}
    arch=$(uname -m)
    case $arch in
        x86_64 | aarch64) ;;
        *) fail "Packages are made for x86_64 and aarch64 only, and this machine is $arch." ;;
    esac
    [ "$(uname -s)" = Linux ] || fail "Packages are made on Linux."
    jdk=$("$root/scripts/find-jdk")
    local feature
    feature=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$jdk/release")
    [ "$feature" -ge 25 ] || fail "Packages carry a Java 25 or newer, and the newest JDK here is Java $feature in $jdk."
    # Every file has this time, so that the same source gives the same files.
    SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(stat -c %Y "$(echo "$distribution"/lib/gateway-core-*.jar)")}
    export SOURCE_DATE_EPOCH
}

# The modules of the runtime, with commas.
modules() {
    local jars
    jars=$(find "$distribution/lib" -name '*.jar' | sort | tr '\n' ' ')
    # shellcheck disable=SC2086
    "$jdk/bin/jdeps" --multi-release 25 --ignore-missing-deps --print-module-deps $jars 2>"$work/jdeps.log" |
        tr ',' '\n' | grep -vxE "$left_out" | { cat; echo "$loaded_by_name" | tr ',' '\n'; } | sort -u | paste -sd, -
}

# Copies the distribution to a directory and puts a runtime and a start-up cache in it.
make_home() { # directory
    local home=$1 modules
    mkdir -p "${home%/*}"
    cp -a "$distribution" "$home"
    rm -rf "${home:?}/var"
    modules=$(modules)
    [ -n "$modules" ] || { show_tail "$work/jdeps.log" 5; fail "jdeps named no modules."; }
    say "runtime of $jdk with $modules"
    "$jdk/bin/jlink" --add-modules "$modules" --output "$home/runtime" \
        --no-header-files --no-man-pages --compress zip-6 >"$work/jlink.log" 2>&1 ||
        { show_tail "$work/jlink.log" 10; fail "jlink made no runtime."; }
    set_times "$home"
    # A start-up cache fits files of one size and time; that is why the times are set before it is made.
    env -i PATH=/usr/bin:/bin TMPDIR="$work" "$home/bin/sluice" warm >"$work/warm.log" 2>&1 ||
        { show_tail "$work/warm.log" 20; fail "sluice warm made no cache."; }
    chmod -R u=rwX,go=rX "$home/var"
    set_times "$home/var"
    say "$(du -sh "$home" | cut -f1) in all: $(du -sh "$home/runtime" | cut -f1) runtime, $(du -sh "$home/var" | cut -f1) start-up cache, $(du -sh "$home/lib" | cut -f1) gateway"
}

# Gives all that is in a directory the same time.
set_times() { # directory
    find "$1" -print0 | xargs -0 touch -h -d "@$SOURCE_DATE_EPOCH"
}

# Says what was made, and writes its checksum beside it.
made() { # file
    (cd "${1%/*}" && sha256sum "${1##*/}" >"${1##*/}.sha256")
    say "$(du -h --apparent-size "$1" | cut -f1)  $1"
}

# A configuration that answers by itself, at free ports; sets http and admin to them.
test_configuration() { # file
    http=$(free_port $((20000 + RANDOM % 5000)))
    admin=$(free_port $((26000 + RANDOM % 5000)))
    cat >"$1" <<END
admin: { bind: "127.0.0.1:$admin" }
process: { drain: 5s }
clusters: { none: { nodes: ["http://127.0.0.1:9"], discovery: { enabled: false } } }
flows: { default: { filters: [{ type: answer, config: { body: '{"here":"$version"}' } }], relay: { cluster: none } } }
listeners: [{ name: http, bind: "127.0.0.1:$http", routes: [{ flow: default }] }]
END
}

# Prints what GET of a port answers, without any tool.
ask() { # port path
    local status line body
    exec 8<>"/dev/tcp/127.0.0.1/$1" || return 1
    printf 'GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n' "$2" >&8
    IFS= read -r -t 10 status <&8 || { exec 8>&-; return 1; }
    while IFS= read -r -t 10 line <&8; do [ "$line" = $'\r' ] && break; done
    body=$(cat <&8)
    exec 8>&-
    printf '%s %s' "$(printf '%s' "$status" | cut -d' ' -f2)" "$body"
} 2>/dev/null

# Waits until a port answers 200 with a text, while a process lives.
await_answer() { # pid port text log
    local i
    for i in $(seq 300); do
        if [[ $(ask "$2" / || :) == "200 "*"$3"* ]]; then return; fi
        kill -0 "$1" 2>/dev/null || { show_tail "$4" 20; fail "The gateway ended before it answered."; }
        sleep 0.1
    done
    show_tail "$4" 20
    fail "The gateway gave no answer within 30 s ($i tries)."
}

# Asks a process to stop; fails if it does not end with 143 within the time.
stop_within() { # pid seconds log
    local pid=$1 began code=0 took
    began=$(date +%s%N)
    kill "$pid"
    (sleep "$2" && kill -9 "$pid" 2>/dev/null) &
    local watch=$!
    wait "$pid" || code=$?
    took=$((($(date +%s%N) - began) / 1000000))
    kill "$watch" 2>/dev/null || :
    wait "$watch" 2>/dev/null || :
    [ "$code" = 143 ] || { show_tail "$3" 20; fail "The gateway ended with $code instead of 143 after SIGTERM."; }
    say "ok: stopped by SIGTERM after $took ms, with code 143"
}
