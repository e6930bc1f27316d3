import { describe, expect, it } from 'vitest';
import { withoutAppAdditions } from './own-additions';

describe('withoutAppAdditions', () => {
  it('removes what Electron and the launcher added, and restores the name of the desktop', () => {
    const base = {
      CHROME_DESKTOP: 'talaria.desktop',
      ELECTRON_RUN_AS_NODE: '1',
      NODE_OPTIONS: '--inspect',
      TALARIA_ARGS: '[]',
      TALARIA_API_KEY: 'x',
      DBUS_SESSION_BUS_ADDRESS: 'disabled:',
      XDG_CURRENT_DESKTOP: 'Unity',
      ORIGINAL_XDG_CURRENT_DESKTOP: 'GNOME',
      TALARIA_HOME: '/home/x',
    };
    expect(withoutAppAdditions(base, 'linux')).toEqual({ XDG_CURRENT_DESKTOP: 'GNOME', TALARIA_HOME: '/home/x' });
    expect(withoutAppAdditions({ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/x' }, 'linux')).toEqual({
      DBUS_SESSION_BUS_ADDRESS: 'unix:path=/x',
    });
  });

  it('removes what npm start added, and keeps settings of npm that may be the user’s', () => {
    const base = {
      npm_lifecycle_event: 'start',
      npm_package_name: 'talaria',
      npm_config_user_agent: 'npm/11',
      npm_config_registry: 'http://registry.test',
      npm_execpath: '/usr/lib/npm',
      INIT_CWD: '/work',
      NODE: '/usr/bin/node',
      PATH: '/work/app/node_modules/.bin:/node_modules/.bin:/lib/node-gyp-bin:/usr/local/bin:/usr/bin',
    };
    expect(withoutAppAdditions(base, 'linux')).toEqual({
      npm_config_registry: 'http://registry.test',
      PATH: '/usr/local/bin:/usr/bin',
    });
  });

  it('leaves a PATH alone that npm did not touch', () => {
    const base = { PATH: '/home/x/project/node_modules/.bin:/usr/bin', NODE: 'mine' };
    expect(withoutAppAdditions(base, 'linux')).toEqual(base);
  });
});
