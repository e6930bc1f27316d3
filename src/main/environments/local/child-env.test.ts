import { describe, expect, it } from 'vitest';
import { childEnv, PassthroughNames } from './child-env';

const defaults = { PAGER: 'cat', GIT_PAGER: 'cat', PYTHONUNBUFFERED: '1', SHLVL: '1' };

function env(
  base: Record<string, string>,
  extra: Record<string, string> = {},
  options: { passthrough?: readonly string[]; platform?: NodeJS.Platform } = {},
): Record<string, string> {
  const passthrough = new PassthroughNames();
  for (const name of options.passthrough ?? []) passthrough.add(name);
  return childEnv({ base, extra, passthrough, platform: options.platform ?? 'linux' });
}

describe('childEnv', () => {
  it('cases 176 to 178: keys, addresses and selectors of the app are dropped', () => {
    const base = {
      OPENAI_API_KEY: 'x',
      ANTHROPIC_API_KEY: 'x',
      OPENROUTER_API_KEY: 'x',
      OPENAI_BASE_URL: 'x',
      LLM_MODEL: 'x',
      TELEGRAM_HOME_CHANNEL: 'x',
      TELEGRAM_ALLOWED_USERS: 'x',
      DISCORD_HOME_CHANNEL: 'x',
      DISCORD_ALLOWED_USERS: 'x',
      HASS_TOKEN: 'x',
      EMAIL_PASSWORD: 'x',
      FIRECRAWL_API_KEY: 'x',
      TALARIA_MODEL_API_KEY: 'x',
      AUXILIARY_VISION_API_KEY: 'x',
      PATH: '/bin',
    };
    expect(env(base)).toEqual({ PATH: '/bin', ...defaults });
  });

  it('case 180: everything else is kept, the AWS chain too', () => {
    const base = { MY_APP_FLAG: '1', HOME: '/h', LANG: 'C', EDITOR: 'vi', AWS_ACCESS_KEY_ID: 'x', VIRTUAL_ENV: '/v' };
    expect(env(base)).toEqual({ ...base, ...defaults });
  });

  it.each(['_HERMES_FORCE_', '_TALARIA_FORCE_'])('case 181: a forced name in the base is dropped (%s)', (prefix) => {
    expect(env({ [`${prefix}OPENAI_API_KEY`]: 'x' })).toEqual(defaults);
  });

  it.each(['_HERMES_FORCE_', '_TALARIA_FORCE_'])('case 182: a forced name of the caller is set (%s)', (prefix) => {
    expect(env({}, { [`${prefix}OPENAI_API_KEY`]: 'x' })).toEqual({ OPENAI_API_KEY: 'x', ...defaults });
  });

  it('case 184: a blocked name of the caller is dropped, any other is set over the base', () => {
    expect(env({ A: 'base' }, { OPENAI_API_KEY: 'x', A: 'extra' })).toEqual({ A: 'extra', ...defaults });
  });

  it('case 185: a registered name passes', () => {
    const options = { passthrough: ['GITHUB_TOKEN'] };
    expect(env({ GITHUB_TOKEN: 'x', GH_TOKEN: 'y' }, {}, options)).toEqual({ GITHUB_TOKEN: 'x', ...defaults });
  });

  it('cases 94 and 186: Python is unbuffered whatever was set; pagers are off unless the caller wants one', () => {
    expect(env({ PYTHONUNBUFFERED: '', PAGER: 'less' })).toEqual(defaults);
    expect(env({ PAGER: 'less' }, { PAGER: 'more' })).toMatchObject({ PAGER: 'more' });
  });

  it('decision 6.10: nothing makes the shell run more than the command', () => {
    const base = { BASH_ENV: '/x', ENV: '/x', SHELLOPTS: 'xtrace', BASHOPTS: 'x', 'BASH_FUNC_ls%%': '() { :; }' };
    expect(env(base, { BASH_ENV: '/y' })).toEqual(defaults);
    expect(env({ SHLVL: '0' })).toEqual(defaults);
    expect(env({ SHLVL: '3' })).toMatchObject({ SHLVL: '3' });
  });

  it('case 188: Windows compares without case', () => {
    const options = { platform: 'win32' as const, passthrough: ['Gh_Token'] };
    const base = { openai_api_key: 'x', _hermes_force_groq_api_key: 'x', GH_TOKEN: 'kept', Path: 'C:\\a' };
    expect(env(base, { PATH: 'C:\\b' }, options)).toEqual({ GH_TOKEN: 'kept', Path: 'C:\\b', ...defaults });
    expect(env({ openai_api_key: 'x' })).toMatchObject({ openai_api_key: 'x' });
  });
});
