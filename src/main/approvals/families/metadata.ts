import { askAlways, type Family } from '../finding';

/** The address in which clouds hand out credentials, in the spellings that resolvers accept, and its names. */
const METADATA =
  /(^|[^\d])(169\.254\.169\.254|169\.254\.170\.2|100\.100\.100\.200)([^\d]|$)|2852039166|0xa9fea9fe|0251\.0376\.0251\.0376|fd00:ec2::254|::ffff:a9fe:a9fe|metadata\.google\.internal|metadata\.goog\b|instance-data\b/i;
const HARMLESS = new Set(['ping', 'ping6', 'traceroute', 'dig', 'nslookup', 'host', 'whois']);

/** Requests to the cloud metadata service. */
export const metadata: Family = ({ name, args }) => {
  if (HARMLESS.has(name)) return [];
  const word = args.find((arg) => METADATA.test(arg.text));
  if (word === undefined) return [];
  return [
    askAlways({
      family: 'cloud-metadata',
      text: 'Reads from the address where clouds hand out credentials.',
      words: [word],
    }),
  ];
};
