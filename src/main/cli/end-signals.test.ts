import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { EndSignals } from './end-signals';

function signals() {
  const source = new EventEmitter();
  const codes: number[] = [];
  return { source, codes, ends: new EndSignals(source) };
}

describe('EndSignals', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 143],
  ])('%s ends with %d', (signal, code) => {
    const { source, codes, ends } = signals();
    ends.listen((one) => codes.push(one));
    source.emit(signal);
    expect(codes).toEqual([code]);
  });

  it('keeps the one that came before anybody listened', () => {
    const { source, codes, ends } = signals();
    source.emit('SIGINT');
    source.emit('SIGTERM');
    ends.listen((one) => codes.push(one));
    expect(codes).toEqual([130]);
  });
});
