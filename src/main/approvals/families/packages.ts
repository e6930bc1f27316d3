import { ask, type Family } from '../finding';
import { hasOption, operandWords } from '../syntax/options';

const REMOVALS: Readonly<Record<string, RegExp>> = {
  apt: /^(remove|purge|autoremove|autopurge|full-upgrade)$/,
  'apt-get': /^(remove|purge|autoremove|dist-upgrade)$/,
  aptitude: /^(remove|purge)$/,
  yum: /^(remove|erase|autoremove)$/,
  dnf: /^(remove|erase|autoremove)$/,
  zypper: /^(remove|rm)$/,
  brew: /^(uninstall|remove|rm|autoremove)$/,
  port: /^uninstall$/,
  apk: /^del$/,
  snap: /^remove$/,
  flatpak: /^(uninstall|remove)$/,
  pip: /^uninstall$/,
  pip3: /^uninstall$/,
  gem: /^uninstall$/,
  cargo: /^uninstall$/,
  choco: /^uninstall$/,
  winget: /^uninstall$/,
  scoop: /^uninstall$/,
};

/** Removing packages of the machine or user. Packages of a project (npm uninstall in its folder) are ordinary work. */
export const packages: Family = ({ name, head, args }) => {
  const operands = operandWords(args);
  const verb = operands[0];
  if (verb !== undefined && REMOVALS[name]?.test(verb.text)) return [found([head, verb], operands.slice(1))];
  if (name === 'dpkg' && hasOption(args, ['-r', '-P', '--remove', '--purge'])) return [found([head, ...args], [])];
  if (name === 'rpm' && hasOption(args, ['-e', '--erase'])) return [found([head, ...args], [])];
  if (name === 'pacman' && args.some((word) => /^-R/.test(word.text))) return [found([head, ...args], [])];
  const isGlobal =
    ['npm', 'pnpm', 'yarn'].includes(name) && (hasOption(args, ['-g', '--global']) || verb?.text === 'global');
  if (isGlobal && operands.some((word) => /^(uninstall|remove|rm|un)$/.test(word.text)))
    return [found([head, ...args], [])];
  return [];
};

function found(words: Parameters<typeof ask>[0]['words'], operands: Parameters<typeof ask>[0]['words']) {
  return ask({ family: 'package-removal', text: 'Removes packages.', words, operands });
}
