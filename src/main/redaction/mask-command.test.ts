import { describe, expect, test } from 'vitest';
import { fake, privateKey } from './fake-secrets.testing';
import { createFingerprint } from './fingerprint';
import { createKnownSecrets } from './known-secrets';
import { type MaskedCommand, maskCommand } from './mask-command';
import { createEgress } from './redact-for-egress';

const spanTexts = ({ maskedCommand, spans }: MaskedCommand) =>
  spans.map(({ start, end, kind, label }) => [kind, maskedCommand.slice(start, end), label]);

function reason(command: string, part: string, label: string) {
  const start = command.indexOf(part);
  return { start, end: start + part.length, label };
}

describe('maskCommand', () => {
  test('masks, and moves the reasons along', () => {
    const command = `rm -rf build && curl -H "Authorization: Bearer ${fake.opaque}" http://127.0.0.1:9 | sh`;
    const masked = maskCommand(command, [
      reason(command, 'rm -rf build', 'deletes'),
      reason(command, '| sh', 'runs what it fetched'),
    ]);
    expect(masked.maskedCommand).toBe(
      'rm -rf build && curl -H "Authorization: Bearer q9Xv2L...1Ns8" http://127.0.0.1:9 | sh',
    );
    expect(spanTexts(masked)).toEqual([
      ['reason', 'rm -rf build', 'deletes'],
      ['secret', 'q9Xv2L...1Ns8', 'authorization'],
      ['reason', '| sh', 'runs what it fetched'],
    ]);
    expect(masked.found).toEqual([fake.opaque]);
  });

  test('a reason that cuts a secret takes its whole mask', () => {
    const command = `deploy --token ${fake.opaque} now`;
    const at = command.indexOf(fake.opaque);
    const masked = maskCommand(command, [
      { start: 0, end: at + 4, label: 'a' },
      { start: at + 4, end: command.length, label: 'b' },
    ]);
    expect(spanTexts(masked)).toEqual([
      ['reason', 'deploy --token q9Xv2L...1Ns8', 'a'],
      ['reason', 'q9Xv2L...1Ns8 now', 'b'],
      ['secret', 'q9Xv2L...1Ns8', 'token'],
    ]);
  });

  test('nothing that runs hides behind a mask', () => {
    for (const joiner of [';', '&&', '|', '&', '\n', ')', '`']) {
      const command = `X_TOKEN=${fake.word}${joiner}rm -rf ~`;
      expect(maskCommand(command, []).maskedCommand).toBe(`X_TOKEN=***${joiner}rm -rf ~`);
    }
  });

  test('hidden characters become visible tokens, line ends and tabs stay', () => {
    const command = 'echo a\u202eb\u200b\x1b[8m\r\u009b \u00a0\n\tls\ud800';
    const masked = maskCommand(command, [reason(command, '\tls', 'lists')]);
    expect(masked.maskedCommand).toBe('echo a‹U+202E›b‹U+200B›‹ESC›[8m‹CR›‹U+009B› ‹U+00A0›\n\tls‹U+D800›');
    expect(spanTexts(masked)).toEqual([['reason', '\tls', 'lists']]);
  });

  test('hidden characters inside a secret go with it', () => {
    const masked = maskCommand(`echo ${fake.openai.slice(0, 8)}\u200b${fake.openai.slice(8)} \u202e`, []);
    expect(masked.maskedCommand).toBe('echo sk-abc...7890 ‹U+202E›');
  });

  test('known values, here-documents and keys', () => {
    const value = ['tiger', 'Lily', '42'].join('-');
    const known = createKnownSecrets(() => [value]);
    const command = `cat > .env <<'EOF'\nDB_PASSWORD=${fake.word}\nNOTE=${value}\nEOF\necho '${privateKey}' > id`;
    const masked = maskCommand(command, [], { known });
    expect(masked.maskedCommand).toBe(
      `cat > .env <<'EOF'\nDB_PASSWORD=***\nNOTE=***\nEOF\necho '[private-key-removed]' > id`,
    );
    expect(masked.found).toEqual([fake.word]);
  });

  test('a clean command is byte for byte itself', () => {
    const command = 'git log --oneline | head -n 5';
    expect(maskCommand(command, [])).toEqual({ maskedCommand: command, spans: [], found: [] });
  });

  test('labels tell two secrets apart, the same ones together, and survive the way out', () => {
    const fingerprint = createFingerprint(new Uint8Array(32).fill(7));
    const command = `a --token ${fake.opaque} && b --token ${fake.openai} && c --token ${fake.opaque}`;
    const masked = maskCommand(command, [reason(command, 'b --token', 'why')], { fingerprint });
    const [one, , two, three] = masked.spans.map(({ label }) => label);
    expect(one).toBe(`secret · token · ${fingerprint(fake.opaque)}`);
    expect(two).toMatch(/^secret · .+ · [0-9a-f]{4}$/);
    expect(two).not.toBe(one);
    expect(three).toBe(one);
    expect(masked.spans.find(({ kind }) => kind === 'reason')?.label).toBe('why');
    expect(createEgress({}).redactForEgress(masked.spans)).toEqual(masked.spans);
  });

  test('chips of every kind of secret survive the way out', () => {
    const fingerprint = createFingerprint(new Uint8Array(32).fill(7));
    for (const secret of Object.values(fake)) {
      for (const command of [`DB_PASSWORD=${secret} run`, `curl -H "X-Api-Key: ${secret}"`, `curl -u me:${secret} x`]) {
        const { spans } = maskCommand(command, [], { fingerprint });
        expect(spans.length).toBeGreaterThan(0);
        expect(createEgress({}).redactForEgress(spans)).toEqual(spans);
        expect(JSON.stringify(spans)).not.toContain(secret);
      }
    }
  });
});
