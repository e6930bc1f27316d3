import { expect, it } from 'vitest';
import { systemPrompt } from './system-prompt';

it('the system prompt names folder, platform and date, and the words that tools and notices use', () => {
  const text = systemPrompt({ cwd: '/work/site', platform: 'Linux 6.1 (x64)', date: '2026-11-29' });
  const words = ['/work/site', 'Linux 6.1 (x64)', '2026-11-29', 'notify_on_complete', 'watch_patterns', '[SYSTEM:'];
  for (const word of words) expect(text).toContain(word);
});
