import { ask, type Command, type Family } from '../finding';
import { hasOption, operandWords } from '../syntax/options';
import type { Word } from '../syntax/words';

/** Programs that change the machine, beyond any folder; with one of `tells` alone they only tell. */
const CHANGES =
  /^(umount|chsh|chfn|passwd|useradd|usermod|userdel|adduser|deluser|groupadd|groupmod|groupdel|gpasswd|visudo|vipw|iptables|ip6tables|nft|ufw|firewall-cmd|modprobe|insmod|rmmod|at|batch|update-rc\.d|update-alternatives|dpkg-reconfigure|setenforce|semanage|networksetup|pmset|scutil|csrutil|spctl|nvram|tccutil|systemsetup|dscl|loadkeys)$/;
const TELLS = ['-l', '-L', '-S', '--list', '--list-all', '--version', '--help', '-V', '--display', '--status'];

const INSTALLERS: Readonly<Record<string, RegExp>> = {
  apt: /^(install|upgrade|reinstall|build-dep)$/,
  'apt-get': /^(install|upgrade|reinstall|build-dep)$/,
  yum: /^(install|update|upgrade|localinstall)$/,
  dnf: /^(install|update|upgrade)$/,
  zypper: /^(install|in|update|up)$/,
  brew: /^(install|upgrade|reinstall|tap|services)$/,
  apk: /^(add|upgrade)$/,
  snap: /^(install|refresh)$/,
  flatpak: /^(install|update)$/,
  choco: /^(install|upgrade)$/,
  winget: /^(install|upgrade)$/,
  scoop: /^(install|update)$/,
};

/** Changes of the machine itself: accounts, mounts, networks, scheduled jobs, system packages. */
export const system: Family = (command) => {
  const words = changingWords(command);
  if (words === null) return [];
  return [ask({ family: 'system-change', text: 'Changes the machine outside the working folder.', words })];
};

function changingWords(command: Command): readonly Word[] | null {
  const { name, args, head } = command;
  const all = [head, ...args];
  const operands = operandWords(args);
  const verb = operands[0]?.text ?? '';
  if (CHANGES.test(name)) return hasOption(args, TELLS) ? null : all;
  if (Object.hasOwn(INSTALLERS, name)) return INSTALLERS[name]?.test(verb) ? all : null;
  if (name === 'crontab') return args.length > 0 && !hasOption(args, ['-l']) ? all : null;
  if (name === 'mount') return operands.length > 0 ? all : null;
  if (name === 'dpkg' || name === 'rpm') return hasOption(args, ['-i', '-U', '--install', '--upgrade']) ? all : null;
  if (name === 'pacman') return args.some((word) => /^-S(?![sil])/.test(word.text)) ? all : null;
  if (name === 'npm' || name === 'pnpm') return isGlobalInstall(args) ? all : null;
  if (name === 'sysctl')
    return hasOption(args, ['-w', '-p']) || args.some((word) => word.text.includes('=')) ? all : null;
  if (name === 'ifconfig') return operands.length > 1 ? all : null;
  if (name === 'ip' || name === 'route')
    return operands.some((word) => /^(add|del|delete|set|flush|change|replace)$/.test(word.text)) ? all : null;
  if (name === 'defaults') return /^(write|delete)$/.test(verb) ? all : null;
  if (name === 'launchctl') return /^(load|bootstrap|enable|submit)$/.test(verb) ? all : null;
  return null;
}

function isGlobalInstall(args: readonly Word[]): boolean {
  const verb = operandWords(args)[0]?.text ?? '';
  return /^(i|install|add|link|update)$/.test(verb) && hasOption(args, ['-g', '--global']);
}
