import { ALPHANUMERIC, CharClass } from '../char-class';
import type { Rule, Scan } from '../scan';

/**
 * Services whose keys have no mark of their own: a long run of letters and digits is theirs when it is assigned to
 * something that bears the service's name.
 */
const VENDORS =
  'adafruit|adobe|airtable|algolia|alibaba|aliyun|artifactory|asana|beamer|bitbucket|bittrex|bintray|jfrog|meraki|cloudflare|codecov|coinbase|confluent|contentful|BUNDLE_ENTERPRISE__CONTRIBSYS__COM|BUNDLE_GEMS__CONTRIBSYS__COM|datadog|discord|droneci|dropbox|etsy|facebook|fastly|finicity|finnhub|flickr|freshbooks|gitter|gocardless|heroku|hubspot|intercom|kraken|kucoin|launchdarkly|linear|linked-?in|lob|looker|mailchimp|mailgun|mapbox|mattermost|message-?bird|netlify|new-?relic|new_relic|nytimes|okta|plaid|private-?ai|rapidapi|sendbird|sidekiq|snyk|sonar|squarespace|sumo(?:logic)?|travis|trello|twitch|twitter|typeform|yandex|zendesk';
/** The sign between name and value, with whatever quotes and blanks stand around it. */
const JOINT = /[=:>|,?][\s"'`=|:?>\\]{0,8}(?=[A-Za-z0-9_+/=:-]{14})/g;
const PARTIAL_JOINT = /[=:>|,?][\s"'`=|:?>\\]{0,8}[A-Za-z0-9_+/=:-]{0,13}$/;
const NAMED = new RegExp(`(?:${VENDORS})[\\w .\\t-]{0,24}[\\s"'\`=|:?>\\\\]{0,10}$`, 'i');
const NAME_BACK = 80;
const VALUE = new CharClass(`${ALPHANUMERIC}_+/:=-`);
/** This much of a value tells whether a machine made it. */
const JUDGED = 96;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Finds keys without a prefix behind the name of their service (`algolia_admin = '1rq5…'`). */
export const findVendorNamed: Rule = (scan) => {
  const { text } = scan;
  JOINT.lastIndex = scan.from;
  for (let match = JOINT.exec(text); match !== null; match = JOINT.exec(text)) {
    const from = match.index;
    const start = JOINT.lastIndex;
    const judged = VALUE.runEnd(text, start, JUDGED);
    if (scan.isOpenAt(judged) && judged - start < JUDGED && scan.wait(from)) return;
    if (!isMadeUp(text.slice(start, judged)) || !NAMED.test(text.slice(Math.max(0, from - NAME_BACK), from))) continue;
    const end = VALUE.runEnd(text, judged);
    if (scan.isOpenAt(end) && scan.wait(from)) return;
    scan.add({ from, start, end, kind: 'assignment', label: 'service key', named: true });
    JOINT.lastIndex = end;
  }
  waitForValue(scan);
};

function waitForValue(scan: Scan): void {
  if (scan.final) return;
  const from = Math.max(scan.from, scan.text.length - 32);
  const partial = PARTIAL_JOINT.exec(scan.text.slice(from));
  if (partial !== null) scan.wait(from + partial.index);
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
