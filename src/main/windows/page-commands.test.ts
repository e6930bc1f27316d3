import { expect, it, onTestFinished } from 'vitest';
import { FakeClock } from '../../../tests/fakes/fake-clock';
import { PageCommands } from './page-commands';

function setUp() {
  const clock = new FakeClock();
  const heard: string[] = [];
  const commands = new PageCommands(clock, ({ name }) => heard.push(name));
  onTestFinished(() => commands.dispose());
  return { clock, heard, commands };
}

it('keeps commands until the page can hear them, in order, and again while it is loaded anew', () => {
  const { heard, commands } = setUp();
  commands.send({ name: 'settings' });
  commands.pageIsLoaded();
  commands.send({ name: 'palette' });
  expect(heard).toEqual([]);
  commands.pageListens();
  commands.send({ name: 'find' });
  expect(heard).toEqual(['settings', 'palette', 'find']);
  commands.pageIsGone();
  commands.send({ name: 'shortcuts' });
  expect(heard).toHaveLength(3);
  commands.pageListens();
  expect(heard.at(-1)).toBe('shortcuts');
});

it('does not wait for ever for a page that says nothing', async () => {
  const { clock, heard, commands } = setUp();
  commands.send({ name: 'settings' });
  commands.pageIsLoaded();
  await clock.advance(2_900);
  expect(heard).toEqual([]);
  await clock.advance(200);
  expect(heard).toEqual(['settings']);
});
