import { describe, expect, test } from 'vitest';
import { fake } from './fake-secrets.testing';
import { redactText } from './redact';
import { createStreamRedactor } from './stream-redactor';

/** How people and programs write secrets down; `{short}` has no shape of its own, `{long}` looks made by a machine. */
const HITS = String.raw`
curl -H 'authorization: bearer {short}' x
curl -H "Authorization:Bearer {short}" x
curl -H Authorization:\ Bearer\ {short} x
curl --header="Authorization: token {short}" x
{"command":"curl -H \"Authorization: Bearer {short}\" http://x"}
{"a":"{\"b\":\"curl -H \\\"Authorization: Bearer {short}\\\"\"}"}
headers = {'Authorization': f'Bearer {short}'}
headers["Authorization"] = "{short}"
requests.get(url, headers={"Authorization": "Basic {short}"})
Authorization: {short}
Proxy-Authorization: Basic {short}
curl -u ana:{short} x
curl --user ana:{short} x
curl -uana:{short} x
curl -sSu "ana:{short}" x
wget --password={short} x
mysql -u root -p{short} db
mysql --password={short} db
mysql -h db -uroot '-p{short}' db
docker exec -it db mysql -uroot -p{short} app
PGPASSWORD={short} psql -h db
sshpass -p '{short}' ssh a@b
sshpass -p{short} ssh a@b
redis-cli -a {short} ping
docker login -u ana -p {short} reg.io
7z x -p{short} a.7z
openssl enc -aes-256-cbc -k {short} -in a
openssl rsa -passin pass:{short}
ldapsearch -w {short} -x
gpg --batch --passphrase {short} -d x
kubectl create secret generic x --from-literal=password={short}
vault kv put secret/x api_key={short}
gh secret set NAME --body {long}
heroku config:set API_TOKEN={short}
npm config set //registry.npmjs.org/:_authToken {short}
//registry.npmjs.org/:_authToken={short}
aws configure set aws_secret_access_key {short}
$env:API_KEY = "{short}"
$env:API_KEY='{short}'
set API_KEY={short}
setx API_KEY {short}
setx API_KEY "{short}"
curl -H ^"Authorization: Bearer {short}^" x
New-Object PSCredential("u", (ConvertTo-SecureString "{short}" -AsPlainText -Force))
Invoke-X -Password {short} -User ana
export const API_KEY = '{short}';
apiKey: "{short}",
mount -t cifs -o username=me,password={short},vers=3 //host/share /mnt
passphrase: "Correct horse {short} staple"
password: {short}
password = {short}
password={short}
  db_password: {short} # comment
DB_PASSWORD: {short}
secret = "{short} {short}"
  password: "{short}"
docker run -e DB_PASSWORD={short} x
docker run -e "DB_PASSWORD={short}" x
ENV API_KEY {short}
ENV API_KEY={short}
<property name="password" value="{short}"/>
<connectionString>Server=x;User Id=sa;Password={short};Database=y</connectionString>
Server=x;Uid=sa;Pwd={short};
jdbc:mysql://db/app?user=ana&password={short}
jdbc:postgresql://db/app?password={short}&ssl=true
ftp://ana:{short}@host/x
https://oauth2:{short}@gitlab.com/x.git
redis://:{short}@host:6379/0
amqp://ana:p%40{short}@host
mongodb://ana:{short}@a:1,b:2/db
DATABASE_URL="postgres://ana:{short}@db/app"
echo "{short}" | sudo -S ls
echo {short} | docker login --password-stdin
grant_type=password&username=ana&password={short}&x=1
https://x.test/?api_key={short}&b=1
https://x.test/?token={long}&b=1
Set-Cookie: session={long}; Path=/; HttpOnly
Cookie: sid={long}; b=2
curl -b "sid={long}" x
X-Api-Key: {short}
x-auth-token: {short}
{"password":"{short}","n":1}
{"user":{"pass":"{short}"}}
{'password': '{short}'}
{:password=>"{short}"}
password => '{short}'
--set auth.password={short}
-Dspring.datasource.password={short}
terraform apply -var 'db_password={short}'
ansible -e ansible_become_pass={short}
git clone https://{long}@github.com/a/b
git remote set-url origin https://ana:{short}@github.com/a/b
CREATE USER a WITH PASSWORD '{short}';
ALTER USER a IDENTIFIED BY "{short}";
machine x login ana password {short}
password is {short}
the password is: {short}
Password for ana: {short}
token {long}
bearer {long}
api key {long}
AccountKey={long}==;EndpointSuffix=core
aws_secret_access_key = {long}/AB+c
AWS_SECRET_ACCESS_KEY={long}/AB+c=
curl -X POST -d '{"token":"{long}"}' x
export A_TOKEN="{short}"'{short}'
key = '{long}' + '{long}'
`
  .trim()
  .split('\n')
  .map((line) => line.replaceAll('{short}', fake.word).replaceAll('{long}', fake.opaque));

const isClean = (text: string) => !text.includes(fake.word) && !text.includes(fake.opaque);

function streamed(text: string, at: number): string {
  const stream = createStreamRedactor();
  return stream.push(text.slice(0, at)) + stream.push(text.slice(at)) + stream.end();
}

describe('secrets that a name or place gives away', () => {
  test.each(HITS)('%s', (line) => {
    const out = redactText(line).text;
    expect(out).toSatisfy(isClean);
    expect(redactText(line, { origin: 'command' }).text).toSatisfy(isClean);
    expect(redactText(out).text).toBe(out);
    expect(redactText(`before\n${line}\nafter`).text).toBe(`before\n${out}\nafter`);
    for (let at = 1; at < line.length; at += 1) expect(streamed(line, at)).toBe(out);
  });

  test('signatures in headers and addresses', () => {
    const signature = '5d672d79c15b13162d9279b0855cfba6'.repeat(2);
    for (const text of [
      `Authorization: AWS4-HMAC-SHA256 Credential=A/20150830/us-east-1/iam/aws4_request, SignedHeaders=host, Signature=${signature}`,
      `https://x.test/?X-Amz-Signature=${signature}&b=1`,
      `https://x.test/c?sv=2020&sig=${encodeURIComponent(`${fake.opaque}/+=`)}&se=2`,
    ]) {
      const out = redactText(text).text;
      expect(out).not.toContain(signature.slice(10, 30));
      expect(out).toSatisfy(isClean);
    }
  });

  test('private keys written on one line', () => {
    const body = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC';
    const line = ['-----BEGIN PRIVATE KEY-----', body, 'BKcwggSjAgEAAoIBAQC7', '-----END PRIVATE KEY-----'].join('\\n');
    expect(redactText(`{"private_key":"${line}\\n"}`).text).toBe('{"private_key":"***"}');
    expect(redactText(line.slice(0, -30)).text).toBe('[private-key-removed]');
    expect(redactText(`KEY='${line.replaceAll('\\n', '\n')}'`).text).toBe("KEY='[private-key-removed]'");
  });
});
