/**
 * The read-only table (decision 11): programs that change nothing, so that they run unasked in every mode. Everything
 * a program may do to leave the table stands here, in one place.
 */
export interface ReadOnlyEntry {
  /** With one of these options it is no read: `-x`, also in a cluster; `--long`, also shortened. */
  readonly unless?: readonly string[];
  /** When given: no other options than these keep it a read. */
  readonly only?: readonly string[];
  /** At least so many words that are no options. */
  readonly minOperands?: number;
  /** At most so many words that are no options. */
  readonly maxOperands?: number;
  /** Every operand must look like this. */
  readonly operands?: RegExp;
  /** The first operand must be one of these, each with its own conditions for what follows. */
  readonly verbs?: Readonly<Record<string, ReadOnlyEntry>>;
}

const ANY: ReadOnlyEntry = {};
const NO_OPERANDS: ReadOnlyEntry = { maxOperands: 0 };
const VERSION: ReadOnlyEntry = { only: ['--version', '-v', '-V', '-version', '--help', '-h'], maxOperands: 0 };

function all(names: string, entry: ReadOnlyEntry = ANY): Record<string, ReadOnlyEntry> {
  return Object.fromEntries(names.split(' ').map((name) => [name, entry]));
}

const GIT_SHOWS: ReadOnlyEntry = { unless: ['--output', '--ext-diff', '--textconv', '-O', '--open-files-in-pager'] };
const GIT_LISTS: ReadOnlyEntry = {
  only: [
    '-a',
    '-r',
    '-v',
    '-l',
    '-n',
    '--all',
    '--list',
    '--remotes',
    '--verbose',
    '--show-current',
    '--contains',
    '--merged',
    '--no-merged',
    '--points-at',
    '--sort',
    '--format',
    '--column',
    '--no-color',
    '--color',
  ],
};
const LISTS_ONLY: ReadOnlyEntry = { ...GIT_LISTS, maxOperands: 0 };

export const readOnlyTable: Readonly<Record<string, ReadOnlyEntry>> = {
  // Looking at files and folders
  ...all(
    'ls dir vdir cat tac head tail more wc nl cut paste column fold fmt expand unexpand rev pr join comm diff diff3 sdiff cmp',
  ),
  ...all('grep egrep fgrep zgrep zcat zdiff bzcat xzcat lzcat zless zmore bzgrep xzgrep strings od hexdump look'),
  ...all('stat du df basename dirname realpath readlink pathchk namei lsattr getfacl getfattr findmnt'),
  ...all(
    'md5sum sha1sum sha224sum sha256sum sha384sum sha512sum shasum cksum b2sum sum md5 crc32 base32 base64 basenc',
  ),
  ...all(
    'tr seq factor jq nm objdump readelf size addr2line otool tsort ptx bc cloc tokei scc bat ack locate mlocate plocate',
  ),
  less: { unless: ['-o', '-O', '--log-file', '-k', '--lesskey-file'] },
  file: { unless: ['-C', '--compile'] },
  sort: { unless: ['-o', '--output', '--compress-program', '-T', '--temporary-directory'] },
  uniq: { maxOperands: 1 },
  xxd: { unless: ['-r', '-revert'], maxOperands: 1 },
  tree: { unless: ['-o', '-R'] },
  rg: { unless: ['--pre', '--hostname-bin', '--search-zip', '-z'] },
  ag: { unless: ['--pager'] },
  yq: { unless: ['-i', '--inplace', '-s', '--split-exp'] },
  xmllint: { unless: ['-o', '--output'] },
  tar: { only: ['-t', '-tf', '-tvf', '-tzf', '-tjf', '-tJf', '-tzvf', '-tvzf', '-tjvf', '--list', '-ztvf', '-ztf'] },
  unzip: { only: ['-l', '-v', '-t', '-Z', '-Z1'] },
  zipinfo: ANY,
  gzip: { only: ['-l', '-t', '--list', '--test'] },
  xz: { only: ['-l', '-t', '--list', '--test'] },
  exiftool: { only: ['-j', '-s', '-G'] },
  ffprobe: ANY,
  identify: ANY,

  // Printing and testing
  ...all('echo true false : test [ expr sleep yes tput clear logname tty arch nproc getconf'),
  printf: { unless: ['-v'] },
  cal: ANY,
  date: { unless: ['-s', '--set'], operands: /^\+/ },

  // The shell's own words: they change the shell that ends with the command
  ...all(
    'cd pushd popd dirs exit return break continue shift wait read set shopt local declare typeset readonly export unset getopts let jobs times hash ulimit umask mapfile readarray bg fg disown unalias',
  ),
  ...all('type which whereis apropos whatis info help'),
  history: { unless: ['-c', '-d', '-w', '-a'] },
  man: { unless: ['-P', '--pager', '-H', '--html', '-C'] },

  // Looking at the machine
  ...all(
    'whoami id groups who w users last lastlog uptime uname pwd env printenv locale lscpu lsblk lsusb lspci lsmod lsns lsof blkid',
  ),
  ...all(
    'ps pgrep pidof pstree top free vmstat iostat mpstat sar pidstat netstat ping ping6 traceroute tracepath mtr dig nslookup host whois getent finger sensors',
  ),
  hostname: NO_OPERANDS,
  ifconfig: { maxOperands: 1 },
  ip: {
    maxOperands: 2,
    operands: /^(a|addr|address|l|link|r|route|n|neigh|rule|s|show|list|ls)$/,
    unless: ['-b', '-batch'],
  },
  ss: { unless: ['-K', '--kill'] },
  dmesg: { unless: ['-c', '-C', '-n', '-D', '-E', '--clear', '--read-clear', '--console-level'] },
  journalctl: {
    unless: [
      '--vacuum-size',
      '--vacuum-time',
      '--vacuum-files',
      '--rotate',
      '--flush',
      '--sync',
      '--relinquish-var',
      '--setup-keys',
      '--update-catalog',
    ],
  },
  sw_vers: ANY,
  hostnamectl: { maxOperands: 1, operands: /^status$/ },
  timedatectl: { maxOperands: 1, operands: /^(status|show|list-timezones)$/ },
  crontab: { only: ['-l'] },
  systemctl: {
    verbs: all(
      'status show cat is-active is-enabled is-failed list-units list-unit-files list-timers list-sockets list-dependencies list-jobs get-default',
    ),
  },
  service: { operands: /^(?!start$|stop$|restart$|reload$|force-reload$)/, maxOperands: 2 },
  launchctl: { verbs: all('list print') },

  // Version control and tools: only the verbs that look
  git: {
    verbs: {
      ...all(
        'status log shortlog describe rev-parse rev-list ls-files ls-tree ls-remote cat-file name-rev merge-base show-ref for-each-ref count-objects check-ignore check-attr blame annotate whatchanged range-diff cherry var help version',
      ),
      ...all('diff show diff-tree diff-index diff-files grep log', GIT_SHOWS),
      branch: LISTS_ONLY,
      tag: LISTS_ONLY,
      remote: { only: ['-v', '--verbose'], operands: /^(?!add$|remove$|rm$|rename$|set-|prune$|update$)/ },
      stash: { operands: /^(list|show|stash@\{\d+\})$/, minOperands: 1, maxOperands: 2 },
      reflog: { operands: /^(?!expire$|delete$)/ },
      worktree: { operands: /^list$/, minOperands: 1 },
      submodule: { operands: /^(status|summary)$/, minOperands: 1 },
      config: {
        only: [
          '-l',
          '--list',
          '--get',
          '--get-all',
          '--get-regexp',
          '--show-origin',
          '--show-scope',
          '--global',
          '--local',
          '--system',
          '--name-only',
        ],
        maxOperands: 1,
      },
      notes: { operands: /^(list|show)$/ },
      bisect: { operands: /^log$/, minOperands: 1 },
    },
  },
  hg: { verbs: all('status log diff summary heads branches tags id identify') },
  svn: { verbs: all('status st log info diff list ls blame') },
  gh: {
    verbs: all('pr issue run repo release workflow search status', {
      operands: /^(list|view|status|diff|checks)$|^[\w./#-]*\d[\w./#-]*$/,
    }),
  },
  docker: {
    verbs: {
      ...all('ps images logs inspect version info stats port history events search'),
      compose: { operands: /^(ps|logs|config|images|version|ls)$/ },
    },
  },
  podman: { verbs: all('ps images logs inspect version info stats port history') },
  kubectl: { verbs: all('get describe logs version top explain api-resources api-versions cluster-info') },
  npm: {
    verbs: {
      ...all('ls list ll view show info outdated why explain root prefix search bin whoami ping help'),
      config: { operands: /^(get|list|ls)$|^[\w:@/.-]+$/, maxOperands: 2, unless: ['--edit'] },
    },
  },
  pnpm: { verbs: all('ls list why outdated root bin') },
  yarn: { verbs: all('list why info versions') },
  pip: { verbs: all('list show freeze check') },
  pip3: { verbs: all('list show freeze check') },
  apt: { verbs: all('list search show policy') },
  'apt-cache': { verbs: all('search show policy depends rdepends madison') },
  dpkg: {
    only: [
      '-l',
      '-L',
      '-s',
      '-S',
      '--list',
      '--listfiles',
      '--status',
      '--search',
      '--print-architecture',
      '--get-selections',
    ],
  },
  'dpkg-query': ANY,
  rpm: { only: ['-q', '-qa', '-qi', '-ql', '-qf', '--query'] },
  brew: { verbs: all('list info search deps outdated config doctor leaves') },
  go: { verbs: { version: ANY, list: ANY, doc: ANY, env: { unless: ['-w', '-u'] } } },
  cargo: { verbs: all('tree metadata search version locate-project') },
  rustup: { verbs: all('show which') },
  openssl: { verbs: all('version list ciphers') },
  tmux: { verbs: all('ls list-sessions list-windows list-panes info has-session') },
  ...all(
    'node nodejs deno python python3 ruby perl php java javac gcc g++ clang cc rustc tsc bun cmake curl wget ssh docker-compose terraform ffmpeg convert vim nvim code',
    VERSION,
  ),
};
