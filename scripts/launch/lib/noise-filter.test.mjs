import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { createNoiseFilter, isNoise } from './noise-filter.mjs';

const BUS = '[123:1120/101112.345678:ERROR:bus.cc(407)] Failed to connect to the bus: Could not parse server address';
const NEWER = '[123:1120/101112.345678:ERROR:dbus/object_proxy.cc:573] Failed to call method: org.freedesktop.DBus';

it.each([
  [BUS, true],
  [NEWER, true],
  ['[123:1120/101112.345678:ERROR:gpu_process_host.cc(991)] GPU process exited', false],
  ['the app says: [1:1/1.1:ERROR:bus.cc(1)] is noise', false],
  ['Failed to connect to the bus', false],
])('knows noise: %s', (line, expected) => {
  expect(isNoise(line)).toBe(expected);
});

it('passes everything else on byte for byte, wherever the chunks are cut', async () => {
  const input = `one\n${BUS}\nzwei ü\n\n${NEWER}\nno line feed at the end`;
  for (const size of [1, 2, 7, 1000]) {
    const filter = createNoiseFilter();
    const bytes = Buffer.from(input);
    for (let at = 0; at < bytes.length; at += size) filter.write(bytes.subarray(at, at + size));
    filter.end();
    expect(await text(filter)).toBe('one\nzwei ü\n\nno line feed at the end');
  }
});
