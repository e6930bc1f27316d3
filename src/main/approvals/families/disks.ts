import { ask, type Family } from '../finding';
import { operandWords } from '../syntax/options';

const FORMATTERS =
  /^(mkfs(\..+)?|mke2fs|mkswap|swapon|swapoff|wipefs|fdisk|sfdisk|cfdisk|gdisk|sgdisk|parted|blkdiscard|hdparm|badblocks|mdadm|lvremove|vgremove|pvremove|cryptsetup|zpool|zfs)$/;
const READ_ONLY = new Set(['-l', '--list', '--version', '--help', '-V', '-h']);

/** Raw copies, file systems and partition tables. On a device the hard floor refuses them. */
export const disks: Family = (command) => {
  const { name, args, head } = command;
  if (name === 'dd' && args.some((word) => /^(if|of)=/.test(word.text) || !word.literal)) {
    return [ask({ family: 'raw-copy', text: 'Copies raw bytes over a file or device.', words: [head, ...args] })];
  }
  if (FORMATTERS.test(name) && !args.some((word) => READ_ONLY.has(word.text))) {
    return [
      ask({
        family: 'make-filesystem',
        text: 'Changes disks or file systems.',
        words: [head],
        operands: operandWords(args),
      }),
    ];
  }
  return [];
};
