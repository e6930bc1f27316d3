/** A folder as people write it: the home folder is `~`. */
export function shortFolder(folder: string, userHome: string | undefined): string {
  if (userHome === undefined || userHome === '') return folder;
  if (folder === userHome) return '~';
  return /^[/\\]/.test(folder.slice(userHome.length)) && folder.startsWith(userHome)
    ? `~${folder.slice(userHome.length)}`
    : folder;
}

/** How many of something, in words: "1 process", "3 processes". */
export function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}
