# Shared by the scripts of this folder; sourced, not run.

fail() {
  echo "$(basename "$0"): $1" >&2
  exit 1
}

ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"

# Sets JAVA; one clear line if it is not the JDK that Hive 4.0.1 and the build run on.
find_java() {
  if [ -n "${JAVA_HOME:-}" ]; then
    JAVA="$JAVA_HOME/bin/java"
  else
    JAVA="$(command -v java || true)"
  fi
  [ -n "$JAVA" ] && [ -x "$JAVA" ] || fail "needs a JDK 17: no java on the PATH and no JAVA_HOME"
  local home version
  home="$("$JAVA" -XshowSettings:properties -version 2>&1 | sed -n 's/^ *java\.home = //p')"
  version="$("$JAVA" -XshowSettings:properties -version 2>&1 \
    | sed -n 's/^ *java\.specification\.version = //p')"
  case "$version" in
    17|18|19|20|21) ;;
    *) fail "needs a JDK 17, found Java ${version:-unknown} at $JAVA; set JAVA_HOME" ;;
  esac
  [ -x "$home/bin/javac" ] || fail "needs a JDK 17, found a runtime without javac at $home; set JAVA_HOME"
  export JAVA_HOME="$home"
  JAVA="$home/bin/java"
}

# Builds MODULE (with more arguments for Maven) and what it needs if that was not done since the last change of a source; the build
# itself leaves the time stamp. HMSCACHE_SKIP_BUILD is for tests that run inside a build.
build() {
  [ -z "${HMSCACHE_SKIP_BUILD:-}" ] || return 0
  local module="$1" stamp="$ROOT/$1/target/.built"
  shift
  if [ -f "$stamp" ] && [ -z "$(find "$ROOT/pom.xml" "$ROOT"/*/pom.xml "$ROOT"/*/src/main \
      -newer "$stamp" -print -quit)" ]; then
    return 0
  fi
  command -v mvn > /dev/null || fail "needs Maven: no mvn on the PATH"
  echo "building (the first time, Maven downloads what is missing) ..." >&2
  (cd "$ROOT" && mvn -q -B -ntp -Dstyle.color=never -Dmaven.test.skip=true -Dspotless.check.skip=true \
    "$@" -pl "$module" -am package >&2) || fail "the build failed"
}

# Prints the one file or folder of a pattern.
only() {
  [ "$#" -eq 1 ] && [ -e "$1" ] || fail "expected one of ${1:-nothing}, found $#"
  printf '%s\n' "$1"
}

# Sets JAVA and CLASS_PATH for a tool that runs beside a metastore: in the source tree from the build,
# in an unpacked release from METASTORE_HOME (or HIVE_HOME) and Hadoop's class path.
find_tools() {
  if [ -f "$ROOT/pom.xml" ]; then
    find_java
    build dist
    local dist="$ROOT/dist/target" home
    home="$(only "$dist"/hive/apache-hive-metastore-*-bin)"
    CLASS_PATH="$(only "$dist"/cachedstore-*.jar):$home/lib/*:$dist/hadoop-lib/*"
    return
  fi
  if [ -n "${JAVA_HOME:-}" ]; then
    JAVA="$JAVA_HOME/bin/java"
  else
    JAVA="$(command -v java || true)"
  fi
  [ -n "$JAVA" ] && [ -x "$JAVA" ] || fail "needs Java: no java on the PATH and no JAVA_HOME"
  local home="${METASTORE_HOME:-${HIVE_HOME:-}}" hadoop="${HADOOP_CLASSPATH:-}" tools
  [ -n "$home" ] || fail "set METASTORE_HOME to the folder of the metastore, the one with lib/ in it"
  [ -d "$home/lib" ] || fail "METASTORE_HOME has no lib/ folder: $home"
  if [ -n "${HADOOP_HOME:-}" ] && [ -x "$HADOOP_HOME/bin/hadoop" ]; then
    hadoop="$("$HADOOP_HOME/bin/hadoop" classpath)" # HADOOP_CLASSPATH is in it
  fi
  CLASS_PATH="$(only "$ROOT"/cachedstore-*.jar):$home/lib/*${hadoop:+:$hadoop}"
  # A Java 8 keeps what attaches to a process in a jar of its own.
  tools="$(dirname "$(dirname "$JAVA")")/lib/tools.jar"
  [ ! -f "$tools" ] || CLASS_PATH="$CLASS_PATH:$tools"
}
