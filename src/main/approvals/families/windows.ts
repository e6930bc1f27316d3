import { ask, type Command, type Family } from '../finding';

interface WindowsDanger {
  readonly family: string;
  readonly text: string;
  readonly programs: RegExp;
  /** What its arguments, joined by blanks, must hold; absent: always. */
  readonly args?: RegExp;
}

const DANGERS: readonly WindowsDanger[] = [
  {
    family: 'recursive-delete',
    text: 'Deletes a folder and everything in it.',
    programs: /^(del|erase|rd|rmdir)$/,
    args: /(^|\s)\/[a-z]*[sqf]/i,
  },
  {
    family: 'recursive-delete',
    text: 'Deletes a folder and everything in it.',
    programs: /^(remove-item|ri|clear-content)$/,
    args: /(^|\s)-(r|fo)/i,
  },
  {
    family: 'encoded-powershell',
    text: 'Runs PowerShell code that cannot be read.',
    programs: /^(powershell|pwsh)$/,
    args: /(^|\s)[-/](e|ec|en\w*)\s/i,
  },
  {
    family: 'download-to-shell',
    text: 'Downloads something and runs it at once.',
    programs: /^(iex|invoke-expression)$/,
  },
  {
    family: 'download-to-shell',
    text: 'Downloads something to run it.',
    programs: /^(certutil|bitsadmin|mshta|regsvr32|rundll32)$/,
    args: /http|javascript|-decode|\/transfer/i,
  },
  { family: 'force-kill', text: 'Ends processes by force.', programs: /^taskkill$/, args: /(^|\s)\/f/i },
  { family: 'force-kill', text: 'Ends processes by force.', programs: /^(stop-process|spps)$/, args: /-force/i },
  { family: 'make-filesystem', text: 'Changes disks or file systems.', programs: /^format$/, args: /(^|\s)[a-z]:/i },
  {
    family: 'make-filesystem',
    text: 'Changes disks or file systems.',
    programs: /^(diskpart|format-volume|clear-disk|initialize-disk|remove-partition)$/,
  },
  { family: 'windows-wipe', text: 'Wipes free space.', programs: /^cipher$/, args: /\/w/i },
  {
    family: 'windows-permissions',
    text: 'Changes permissions.',
    programs: /^(icacls|cacls|takeown|set-acl)$/,
    args: /\S/,
  },
  {
    family: 'windows-backup',
    text: 'Deletes or changes backups.',
    programs: /^(vssadmin|wbadmin|wmic)$/,
    args: /delete|resize|shadowcopy/i,
  },
  {
    family: 'windows-boot',
    text: 'Changes how the machine starts.',
    programs: /^(bcdedit|bootrec|bcdboot)$/,
    args: /\S/,
  },
  {
    family: 'windows-registry',
    text: 'Changes the registry.',
    programs: /^reg$/,
    args: /^(delete|add|import|restore)/i,
  },
  {
    family: 'windows-registry',
    text: 'Changes the registry.',
    programs: /^(remove-itemproperty|set-itemproperty|new-itemproperty)$/,
  },
  {
    family: 'service-control',
    text: 'Stops or disables a service.',
    programs: /^(net|sc)$/,
    args: /^(stop|delete|config)\b/i,
  },
  {
    family: 'service-control',
    text: 'Stops or disables a service.',
    programs: /^(stop-service|restart-service|set-service|remove-service)$/,
  },
  {
    family: 'windows-policy',
    text: 'Loosens what may run on the machine.',
    programs: /^(set-executionpolicy|set-mppreference|add-mppreference|netsh|schtasks)$/,
    args: /\S/,
  },
];

/** The danger families of cmd and PowerShell. They hold everywhere: an agent can reach a Windows shell from any machine. */
export const windows: Family = (command) => {
  const text = argumentText(command);
  return DANGERS.filter(({ programs, args }) => programs.test(command.name) && (args?.test(text) ?? true)).map(
    (danger) => ask({ family: danger.family, text: danger.text, words: [command.head, ...command.args] }),
  );
};

function argumentText(command: Command): string {
  return `${command.args.map((word) => word.text).join(' ')} `;
}
