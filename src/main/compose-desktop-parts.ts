import type { CliOptions } from './cli/flags';
import type { AgentParts } from './compose-agent';
import type { Base } from './compose-base';
import type { Output } from './compose-output';
import type { ProcessParts } from './compose-processes';
import type { HomePaths } from './lib/paths';

/** What the desktop stands on, and what it asks of the run that it belongs to. */
export interface DesktopParts {
  readonly base: Base;
  readonly paths: HomePaths;
  readonly processes: ProcessParts;
  readonly agent: AgentParts;
  readonly output: Output;
  readonly options: CliOptions;
  /** The user asks for the end: by the menu, the tray or the window's own button. */
  readonly onQuitAsked: () => void;
  /** The user wants everything gone, and has been asked. */
  readonly onDeleteEverything: () => void;
}
