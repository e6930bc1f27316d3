import type { Folders } from '../syntax/paths';

const START_FILES =
  /^\.(bashrc|bash_profile|bash_login|bash_logout|bash_aliases|profile|zshrc|zshenv|zprofile|zlogin|inputrc|xprofile|xinitrc|config\/fish\/config\.fish)$/;
const CREDENTIALS =
  /^\.(netrc|pgpass|npmrc|pypirc|git-credentials|gitconfig|my\.cnf|aws\/.*|gnupg\/.*|kube\/.*|docker\/config\.json|config\/(gh|gcloud)\/.*)$/;
const AUTOSTART = /^(\.config\/(autostart|systemd)\/|library\/launchagents\/)/;
const SYSTEM = /^\/(private\/)?etc(\/|$)/;
const PROJECT = /(^|\/)(\.env(\.(?!example$|sample$|template$|dist$)[\w-]+)*|config\.yaml)$/;
const HOOKS = /\/\.git\/(hooks\/|config$)/;
const OWN_SETTINGS = /\/(\.?talaria|dev\.talaria\.desktop)\/.*|\/talaria\.db$/;

/** Why writing onto an absolute path needs leave wherever it lies; null when it does not. */
export function sensitiveKind(path: string, folders: Folders): string | null {
  const lower = path.toLowerCase();
  const home = folders.home.toLowerCase();
  const inHome = lower.startsWith(`${home}/`) ? lower.slice(home.length + 1) : '';
  if (SYSTEM.test(lower)) return 'Changes the configuration of the system.';
  if (/(^|\/)\.ssh(\/|$)/.test(lower)) return 'Changes SSH keys or settings.';
  if (START_FILES.test(inHome)) return 'Changes what every new shell runs.';
  if (CREDENTIALS.test(inHome)) return 'Changes a file that holds credentials.';
  if (AUTOSTART.test(inHome)) return 'Changes what starts by itself.';
  if (OWN_SETTINGS.test(lower.slice(home.length))) return "Changes Talaria's own settings.";
  if (HOOKS.test(lower)) return 'Changes what git runs by itself.';
  if (PROJECT.test(lower)) return 'Changes the settings or secrets of the project.';
  return null;
}
