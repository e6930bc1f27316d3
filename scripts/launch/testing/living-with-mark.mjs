import { readdirSync, readFileSync } from 'node:fs';

/**
 * @param {string} mark `NAME=value` in the environment that children inherit
 * @returns {string[]} "pid command line" of every process that was started with it and still lives
 */
export function livingWithMark(mark) {
  return readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return [];
    const isMarked = read(pid, 'environ').split('\0').includes(mark);
    return isMarked ? [`${pid} ${read(pid, 'cmdline').replaceAll('\0', ' ')}`] : [];
  });
}

/** @param {string} pid @param {string} file */
function read(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
