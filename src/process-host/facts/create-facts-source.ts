import type { FactsSource } from './facts-source';
import { LinuxFacts } from './linux-facts';
import { PsFacts } from './ps-facts';

/** Null on Windows: nothing is told there. */
export function createFactsSource(platform: NodeJS.Platform): FactsSource | null {
  if (platform === 'win32') return null;
  return platform === 'linux' ? new LinuxFacts() : new PsFacts();
}
