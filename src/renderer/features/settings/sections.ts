/** The sections of the settings, in order. */
export const SECTIONS = {
  models: 'Models',
  approvals: 'Approvals',
  appearance: 'Appearance',
  notifications: 'Notifications',
  processes: 'Processes',
  data: 'Data',
  about: 'About',
} as const;

export type SectionId = keyof typeof SECTIONS;

export const sectionIds = Object.keys(SECTIONS) as readonly SectionId[];

export function asSection(value: string | null): SectionId {
  return sectionIds.find((id) => id === value) ?? 'models';
}

/** What the palette can lead to, with the words that people may use for it. */
export const settingsIndex: readonly { readonly section: SectionId; readonly label: string }[] = [
  { section: 'models', label: 'Connect a model' },
  { section: 'models', label: 'Choose the model that answers' },
  { section: 'approvals', label: 'When to ask before a command' },
  { section: 'approvals', label: 'Remembered rules' },
  { section: 'appearance', label: 'Theme' },
  { section: 'appearance', label: 'Zoom' },
  { section: 'appearance', label: 'Less motion' },
  { section: 'appearance', label: 'Terminal text size' },
  { section: 'appearance', label: 'Keep running in the tray' },
  { section: 'notifications', label: 'Which notices the system shows' },
  { section: 'processes', label: 'Time to stop by itself' },
  { section: 'processes', label: 'Largest log of a process' },
  { section: 'data', label: 'Show the data folder' },
  { section: 'data', label: 'Export logs' },
  { section: 'data', label: 'Delete everything' },
  { section: 'about', label: 'Version' },
];
