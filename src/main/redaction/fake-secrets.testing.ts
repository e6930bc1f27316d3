/** Fake secrets are joined from parts, so that no scanner takes them for real ones. */
export const fake = {
  openai: ['sk', 'abcDEF1234567890zyxw7890'].join('-'),
  github: ['ghp', 'R2D2c3poBB8k2so4lomzuckuss9dengar77x'].join('_'),
  slack: ['xoxb', '123456789012', 'AbCdEfGhIjKlMnOp'].join('-'),
  aws: ['AKIA', 'Z5QWERTY1234ASDF'].join(''),
  google: ['AIza', 'SyB1x2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q'].join(''),
  gitlab: ['glpat', '9xYzAbCdEfGhIjKlMnOp'].join('-'),
  stripe: ['sk_live', '51HqLyjWDarjtT1zdp7dcXYZ'].join('_'),
  sendgrid: ['SG', 'ngeVfQFYQlKU0ufo8x5d1A', 'TwL2iGABf9DHoTf09kqeF8tAmbihYzrnopKc1s5cr'].join('.'),
  npm: ['npm', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_'),
  jwt: ['eyJhbGciOiJIUzI1NiJ9', 'eyJzdWIiOiIxMjM0NTY3ODkwIn0', 'dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P'].join('.'),
  telegram: ['123456789', 'AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw0'].join(':'),
  discord: ['MTk4NjIyNDgzNDcxOTI1MjQ4', 'Cl2FMQ', 'ZnCjm1XVW7vRze4b7Cq4se7kKWsX1a2'].join('.'),
  word: ['hunter', '22'].join(''),
  opaque: ['q9Xv2LmZ', '7Rt4KpWd', '1Ns8'].join(''),
} as const;

export const privateKey = [
  '-----BEGIN RSA PRIVATE KEY-----',
  ...Array.from(
    { length: 18 },
    (_, line) => `MIIEow${'IBAAKCAQEAx7k2Vb9QmN4s'.repeat(2)}${String(line).padStart(2, '0')}`,
  ),
  '-----END RSA PRIVATE KEY-----',
].join('\n');
