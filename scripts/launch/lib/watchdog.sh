#!/bin/sh
# Ends what the launcher started when the launcher itself was killed without a chance to do so.
# Standard input is a pipe that only the launcher holds: it says "first PID", "last PID" and "ended PID"
# (PID leads its process group), and its end means that the launcher is gone.
# "last" is for the display: the app still needs it while it shuts down. "folder PATH" is removed after it.
trap '' HUP INT TERM
first=''
last=''
folder=''

without() {
  kept=''
  for pid in $1; do
    [ "$pid" = "$2" ] || kept="$kept $pid"
  done
  echo "$kept"
}

# Waits until no group of the list lives, at most $2 tenths of a second.
wait_for() {
  tenths=0
  while [ "$tenths" -lt "$2" ]; do
    living=''
    for pid in $1; do
      kill -0 "-$pid" 2>/dev/null && living=yes
    done
    [ -z "$living" ] && return
    sleep 0.1
    tenths=$((tenths + 1))
  done
}

end_all() {
  for pid in $1; do kill -TERM "$pid" 2>/dev/null; done
  wait_for "$1" "$2"
  for pid in $1; do kill -KILL "-$pid" 2>/dev/null; done
}

while IFS=' ' read -r verb pid; do
  case $verb in
    first) first="$first $pid" ;;
    last) last="$last $pid" ;;
    folder) folder=$pid ;;
    ended)
      first=$(without "$first" "$pid")
      last=$(without "$last" "$pid")
      ;;
  esac
done

end_all "$first" 30
end_all "$last" 5
[ -z "$folder" ] || rm -rf "$folder"
