import { ALPHANUMERIC, CharClass } from '../char-class';
import type { Rule, Scan } from '../scan';

/**
 * Keys that say whose they are (spec/processes 23.3). One line per prefix: the prefix, the least length of what
 * follows, its characters (`w` word, `d` also dots, `b` also `+/=.`), and `loose` where the prefix alone is a word
 * that people write: then a digit must follow.
 */
const PREFIXES = `
sk- 10 w loose
sk_ 10 w loose
pk-lf- 10 w
pk_live_ 10 w
pk_test_ 10 w
rk_live_ 10 w
rk_test_ 10 w
ghp_ 16 w
gho_ 16 w
ghu_ 16 w
ghs_ 16 d
ghr_ 16 w
github_pat_ 16 w
xoxa- 10 w
xoxb- 10 w
xoxc- 10 w
xoxd- 10 b
xoxe- 10 w
xoxe. 10 d
xoxo- 10 w
xoxp- 10 w
xoxr- 10 w
xoxs- 10 w
xapp- 10 w
AIza 20 w
pplx- 10 w
fal_ 16 w loose
fc- 16 w loose
bb_live_ 10 w
bb_test_ 10 w
gAAAA 20 b
AKIA 16 a
ASIA 16 a
ABIA 16 a
ACCA 16 a
ABSK 40 b loose
SG. 16 d loose
hf_ 16 w
api_org_ 16 w
r8_ 16 w
npm_ 16 w loose
pypi- 16 w loose
dop_v1_ 10 w
doo_v1_ 10 w
dor_v1_ 10 w
am_ 20 w loose
tvly- 10 w
exa_ 16 w loose
gsk_ 16 w
syt_ 16 w
retaindb_ 10 w
hsk- 16 w loose
mem0_ 10 w
brv_ 16 w loose
xai- 16 w loose
ntn_ 16 w
secret_ 32 w loose
fw- 16 w loose
fw_ 16 w loose
fpk_ 16 w loose
glpat- 10 d
gldt- 10 w
glft- 10 w
glagent- 10 w
glptt- 10 w
glrt- 10 d
glrtr- 10 w
glcbt- 10 w
glimt- 10 w
glffct- 10 w
glsoat- 10 w
gloas- 10 w
_gitlab_session= 16 w
glsa_ 16 w
glc_ 16 b loose
dapi 32 w loose
dnkey- 20 b loose
EZAK 40 w loose
EZTK 40 w loose
NRJS- 16 w loose
NRAK- 16 w loose
NRII- 16 w loose
NRAA- 16 w loose
API- 20 w loose
rdme_ 20 w loose
tfp_ 20 b loose
tk-us- 20 w loose
pnu_ 20 w loose
pnb_ 20 w loose
pscale_tkn_ 16 b
pscale_pw_ 16 b
pscale_oauth_ 16 b
shpat_ 16 w
shppa_ 16 w
shpca_ 16 w
shpss_ 16 w
EAAA 30 w loose
EAAC 30 w loose
EAAG 30 w loose
key- 32 a loose
AQVN 30 w loose
AQV 34 w loose
sm_aat_ 12 w
sm_sat_ 12 w
sm_pat_ 12 w
xkeysib- 20 w
xsmtpsib- 20 w
sntrys_ 20 b loose
sntryu_ 20 w loose
hvs. 20 w loose
hvb. 20 w loose
hvr. 20 w loose
s.hvs. 20 w loose
FLWPUBK_TEST- 10 w
FLWSECK_TEST- 10 w
FLWPUBK- 10 w
FLWSECK- 10 w
fm1_ 20 b
fm1r_ 20 b
fm1a_ 20 b
fm2_ 20 b
FlyV1 20 b loose
p8e- 20 w loose
p8- 20 a loose
cmVmdGtu 20 w
cmVmd 40 w loose
AKCp 50 w loose
CLOJARS_ 20 w
duffel_live_ 16 b
duffel_test_ 16 b
live_pub_ 20 w loose
test_pub_ 20 w loose
lin_api_ 16 w
lin_oauth_ 16 w
figd_ 16 w
PMAK- 20 w loose
dckr_pat_ 16 w
dckr_oat_ 16 w
sbp_ 20 w loose
sb_secret_ 16 w
sb_publishable_ 16 w
re_ 20 w loose
whsec_ 16 b
ops_ey 40 w
lsv2_pt_ 16 w
lsv2_sk_ 16 w
sl.u. 40 w
sl.B 60 w
nvapi- 20 w
phc_ 20 w loose
phx_ 20 w loose
pat- 32 w loose
hapi_ 20 w loose
ATATT3 30 b
ATCTT3 30 b
ATBB 24 w loose
BBDC- 20 b loose
sgp_ 20 w loose
rubygems_ 20 w
gto_ 20 w loose
ddp_ 20 w loose
AGE-SECRET-KEY-1 30 w
ya29. 20 w
1// 30 w loose
GOCSPX- 16 w
jina_ 20 w loose
co_ 36 w loose
tskey- 16 w
vercel_blob_rw_ 16 w
cio_ 30 w loose
eyJrIjoi 20 b
LTAI 16 w loose
AKID 20 w loose
`;

interface Prefix {
  readonly length: number;
  readonly characters: CharClass;
  readonly isLoose: boolean;
}

const CLASSES: Readonly<Record<string, CharClass>> = {
  a: new CharClass(ALPHANUMERIC),
  w: new CharClass(`${ALPHANUMERIC}_-`),
  d: new CharClass(`${ALPHANUMERIC}_-.`),
  b: new CharClass(`${ALPHANUMERIC}_-.+/=`),
};

const table = new Map<string, Prefix>();
for (const line of PREFIXES.trim().split('\n')) {
  const [prefix = '', length = '10', characters = 'w', loose] = line.split(' ');
  const members = CLASSES[characters];
  if (members !== undefined)
    table.set(prefix, { length: Number(length), characters: members, isLoose: loose === 'loose' });
}

/** Prefixes by their first two characters, longest first. */
const byStart = new Map<number, string[]>();
const isStart = new Uint8Array(128 * 128);
for (const prefix of [...table.keys()].sort((a, b) => b.length - a.length)) {
  const start = (prefix.charCodeAt(0) << 7) | prefix.charCodeAt(1);
  isStart[start] = 1;
  byStart.set(start, [...(byStart.get(start) ?? []), prefix]);
}

/** Enough of a run to know that no digit will come. */
const LOOKED_AT = 160;

/** Finds keys with a vendor's prefix that begin at the edge of a word. */
export const findVendorKeys: Rule = (scan) => {
  const { text } = scan;
  let done = scan.from;
  for (const at of scan.tokenStarts) {
    const first = text.charCodeAt(at);
    const second = text.charCodeAt(at + 1);
    if (at < done || first > 127 || !(second < 128)) continue;
    const start = (first << 7) | second;
    if (isStart[start] === 1) done = Math.max(done, findKeyAt(scan, at, byStart.get(start) ?? []));
  }
};

function findKeyAt(scan: Scan, at: number, prefixes: readonly string[]): number {
  for (const name of prefixes) {
    if (!scan.text.startsWith(name, at)) continue;
    const prefix = table.get(name);
    const end = prefix === undefined ? null : keyEnd(scan, at, at + name.length, prefix);
    if (end === 'open') return scan.text.length;
    if (end !== null) return end;
  }
  return at;
}

function keyEnd(scan: Scan, start: number, body: number, prefix: Prefix): number | 'open' | null {
  const { text } = scan;
  const looked = prefix.characters.runEnd(text, body, LOOKED_AT);
  if (scan.isOpenAt(looked) && looked - body < LOOKED_AT) {
    scan.wait(start);
    return 'open';
  }
  const sample = trimmed(text, body, looked);
  if (sample - body < prefix.length) return null;
  if (prefix.isLoose && !/\d/.test(text.slice(body, sample))) return null;
  const run = prefix.characters.runEnd(text, looked);
  if (scan.isOpenAt(run) && scan.wait(start)) return 'open';
  const end = trimmed(text, body, run);
  scan.add({
    from: start,
    start,
    end,
    kind: 'vendor-key',
    label: 'API key',
    rest: (more, at) => prefix.characters.runEnd(more, at),
  });
  return end;
}

/** The full stop and dash of the sentence around are no part of the key. */
function trimmed(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && (text[at - 1] === '.' || text[at - 1] === '-')) at -= 1;
  return at;
}
