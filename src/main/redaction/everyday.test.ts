import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { redactText } from './redact';
import { createEgress } from './redact-for-egress';

const corpus = fileURLToPath(new URL('../../../../shared/corpora/commands.txt', import.meta.url));

/** Ordinary text that was masked once, or nearly was; no line ever leaves this list. */
const PLAIN = `
git checkout 9fceb02d0ae598e95dc970b74767f19372d61af8
git rebase -i HEAD~3 && git push --force-with-lease origin feature/token-refresh
commit 4b825dc642cb6eb9a060e54bf8d69288fbee4904 (HEAD -> main)
sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
0b5f8e0c-6a3b-4f58-9d0e-1f2a3b4c5d6e
ses_0123456789ab turn_0123456789ab proc_0123456789ab apr_0123456789ab evt_0123456789ab msg_0123456789ab
2026-11-29T15:22:01.123Z
find . -name '*.key' -print0 | xargs -0 ls -l
find / -size +10000000c -mtime +1234567
tail -n +1234567 big.csv
sort --key=2,2 -t, file.csv
docker run -d -p 8080:80 --name web -u 1000:1000 nginx
ssh -p 2222 ana@host.example.com
mkdir -p build/keys && cp -p a b
read -s -p "Password: " password
cat: /etc/passwd: Permission denied
getent passwd | cut -d: -f1
sudo find / -name mysql -print
alias pwd='echo -n here'
for key in "$@"; do echo "$key=${'$'}{map[$key]}"; done
echo "$PASSWORD" | docker login -u "$USER" --password-stdin
curl -H "Authorization: Bearer $TOKEN" https://example.com
curl -u "$USER:$PASS" https://example.com
mysql -uroot -p"$MYSQL_ROOT_PASSWORD" app
export API_KEY=$(pass show api/key)
API_KEY="${'$'}{API_KEY}" npm test
password = getpass.getpass()
const password = req.body.password;
const { token, secret } = await load();
function login(user: string, password: string): Promise<Token> {
  token?: string;
  api_key=api_key, secret=secret)
if (password === undefined) return;
this.authToken = options.authToken;
private readonly apiKey: string,
"keywords": ["token", "parser"],
{"max_tokens":4096,"total_tokens":51234,"token_type":"bearer"}
{"key":"Enter","code":"KeyA","keyCode":13}
key: value
primary_key = user_id
SSH_AUTH_SOCK=/run/user/1000/keyring/ssh
GIT_AUTHOR_NAME=bo AUTHOR=bo MONKEY=banana KEYBOARD=us
TOKENIZERS_PARALLELISM=false
PASSWORD_FILE=/run/secrets/db
secret_key_path: ./keys/dev.pem
The key idea is that tokens are words, and a password is asked for once.
Unexpected token: '<' at line 3
PASS src/main/redaction/redact.test.ts (12 tests)
15 passed, 2 skipped
author: Ana Smith
https://example.com/search?q=keys&page=2
http://localhost:5173/
git@github.com:org/repo.git
https://registry.npmjs.org/left-pad/-/left-pad-1.3.0.tgz
integrity sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==
user@example.com, +1 is not a number, 1+1234567890
a+14155550123b
#!/usr/bin/env bash
<input type="password" name="pw" autocomplete="current-password">
`
  .trim()
  .split('\n');

describe('ordinary text', () => {
  test.each(PLAIN)('stays: %s', (line) => {
    expect(redactText(line).text).toBe(line);
    expect(redactText(line, { origin: 'command' }).text).toBe(line);
    expect(createEgress({}).redactForEgress(line)).toBe(line);
  });

  test('stays in one piece too', () => {
    expect(redactText(PLAIN.join('\n')).text).toBe(PLAIN.join('\n'));
  });
});

describe.skipIf(!existsSync(corpus))('the corpus of commands', () => {
  test('at most half a percent of the lines is altered', () => {
    const lines = readFileSync(corpus, 'utf8').split('\n');
    const altered = lines.filter(
      (line) => redactText(line, { origin: 'command' }).text !== line || redactText(line).text !== line,
    );
    expect(altered.length / lines.length, altered.join('\n')).toBeLessThanOrEqual(0.005);
  });
});
