/** The last part of a folder's path. */
export function folderName(folder: string): string {
  return folder.split(/[\\/]/).findLast((part) => part !== '') ?? folder;
}
