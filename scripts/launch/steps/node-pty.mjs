// node-pty ships built addons for macOS and Windows; elsewhere it is built once per machine and copied into each checkout.
import { existsSync } from 'node:fs';
import { copyFile, mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { checkoutLock, makeOnce } from '../lib/make-once.mjs';
import { moduleFolder, packageVersion } from '../lib/module-folder.mjs';
import { nativeAddon } from './native-build.mjs';

const OUTPUT = path.join('build', 'Release', 'pty.node');

/**
 * The addon speaks Node-API only: one build serves Node and every Electron.
 *
 * @param {import('../lib/context.mjs').Context} context
 * @param {import('./bundled-node.mjs').BundledNode} bundled
 */
export async function nodePty(context, bundled) {
  const source = moduleFolder(context, 'node-pty');
  const { platform, arch } = context;
  if (existsSync(path.join(source, 'prebuilds', `${platform}-${arch}`))) return;
  const inPlace = path.join(source, OUTPUT);
  if (existsSync(inPlace)) return;
  const addon = {
    title: 'the terminal addon',
    key: `node-pty-${packageVersion(source)}-${platform}-${arch}`,
    source,
    skip: ['build', 'prebuilds', 'third_party'],
    apiFolder: path.join(source, 'node_modules', 'node-addon-api'),
    flags: [],
    neededBytes: 20e6,
    output: OUTPUT,
  };
  const built = await nativeAddon(context, addon, bundled);
  await makeOnce(context, {
    lock: checkoutLock(context),
    find: () => (existsSync(inPlace) ? inPlace : undefined),
    make: () => put(built, inPlace),
  });
}

/** Copied beside and renamed, so that a file under its own name is always whole. @param {string} built @param {string} inPlace */
async function put(built, inPlace) {
  const beside = `${inPlace}.making`;
  await mkdir(path.dirname(inPlace), { recursive: true });
  await copyFile(built, beside);
  await rename(beside, inPlace);
  return inPlace;
}
