import { describe, expect, it } from 'vitest';
import { upLine } from './up-line';

describe('upLine', () => {
  it.each([
    [{}, 'on your screen'],
    [{ DISPLAY: ':0' }, 'on the display :0'],
    [{ DISPLAY: ':0', WAYLAND_DISPLAY: 'wayland-0' }, 'on your screen'],
    [{ DISPLAY: ':101', TALARIA_VIRTUAL_DISPLAY: ':101' }, 'on the virtual display :101'],
  ])('says where the window is: %j', (env, place) => {
    expect(upLine(env)).toContain(`its window is ${place}`);
    expect(upLine(env)).not.toContain('\n');
  });

  it('says what to try without a model', () => {
    expect(upLine({})).toContain('try: start "');
  });
});
