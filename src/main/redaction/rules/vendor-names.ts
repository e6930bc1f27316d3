import type { Rule, Scan } from '../scan';

/**
 * Services whose keys have no mark of their own: a long run of letters and digits is theirs when it is assigned to
 * something that bears the service's name.
 */
const VENDORS =
  'adafruit|adobe|airtable|algolia|alibaba|aliyun|artifactory|asana|beamer|bitbucket|bittrex|bintray|jfrog|meraki|cloudflare|codecov|coinbase|confluent|contentful|BUNDLE_ENTERPRISE__CONTRIBSYS__COM|BUNDLE_GEMS__CONTRIBSYS__COM|datadog|discord|droneci|dropbox|etsy|facebook|fastly|finicity|finnhub|flickr|freshbooks|gitter|gocardless|heroku|hubspot|intercom|kraken|kucoin|launchdarkly|linear|linked-?in|lob|looker|mailchimp|mailgun|mapbox|mattermost|message-?bird|netlify|new-?relic|new_relic|nytimes|okta|plaid|private-?ai|rapidapi|sendbird|sidekiq|snyk|sonar|squarespace|sumo(?:logic)?|travis|trello|twitch|twitter|typeform|yandex|zendesk';
const TRIGGER = new RegExp(VENDORS, 'gi');
const REACH = 24;
const JOINT = /[\w .\t-]{0,24}?(?:[\s"'`]|\\["']){0,4}(?:[:=]{1,3}>?|\|\|:?|\?=|>|,)(?:[\s"'`=|:?>]|\\["']){0,6}/y;
const VALUE = /[A-Za-z0-9_+/:=-]{14,512}/y;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const WAIT = 48;

/** Finds keys without a prefix behind the name of their service (`algolia_admin = '1rq5…'`). */
export const findVendorNamed: Rule = (scan) => {
  const { text } = scan;
  TRIGGER.lastIndex = scan.from;
  for (let match = TRIGGER.exec(text); match !== null; match = TRIGGER.exec(text)) {
    const from = match.index;
    const place = findValue(scan, TRIGGER.lastIndex);
    if (place === 'open') scan.wait(from);
    if (place === null || place === 'open') continue;
    scan.add({
      from,
      start: place.start,
      end: place.end,
      kind: 'assignment',
      label: `${match[0].toLowerCase()} key`,
      named: true,
    });
  }
};

function findValue(scan: Scan, nameEnd: number): { start: number; end: number } | 'open' | null {
  const { text } = scan;
  JOINT.lastIndex = nameEnd;
  if (!JOINT.test(text)) return scan.isOpenAt(nameEnd + REACH + 8) && isUndecided(text.slice(nameEnd)) ? 'open' : null;
  const start = JOINT.lastIndex;
  if (scan.isOpenAt(start + WAIT) && !/[^A-Za-z0-9_+/:=-]/.test(text.slice(start))) return 'open';
  VALUE.lastIndex = start;
  if (!VALUE.test(text)) return null;
  const end = VALUE.lastIndex;
  if (scan.isOpenAt(end)) return 'open';
  return isMadeUp(text.slice(start, end)) ? { start, end } : null;
}

function isUndecided(rest: string): boolean {
  return /^[\w .\t-]{0,24}(?:[\s"'`\\]){0,8}[:=|?]{0,3}$/.test(rest);
}

/** Letters and digits mixed as no word, path or name mixes them. */
function isMadeUp(value: string): boolean {
  if (UUID.test(value)) return true;
  if (/^[0-9a-f]{8}:[0-9a-f]{8}$/.test(value)) return true;
  if (value.includes('//') || /^[A-Za-z]+(?:[-_/:=+.][A-Za-z]+)*$/.test(value) || /^[\d:-]+$/.test(value)) return false;
  const digits = value.replace(/\D/g, '').length;
  const isLettersOnly =
    digits === 0 && /^[a-z]{15,40}$/.test(value) && !/[aeiou]{1}.{0,2}[aeiou]{1}.{0,2}[aeiou]/.test(value);
  return (
    isLettersOnly ||
    ((digits >= 2 || /^[a-z]+\d[a-z]+$/.test(value)) && /[a-z]/i.test(value) && !/^\w+[-_/]\d+$/.test(value))
  );
}
