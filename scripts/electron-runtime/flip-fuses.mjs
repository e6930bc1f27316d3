// Run by the Node of node_modules: the fuses package asks for a newer one than the set-up itself.
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses';

const [binary] = process.argv.slice(2);
if (binary === undefined) throw new Error('name the Electron binary');

await flipFuses(binary, {
  version: FuseVersion.V1,
  // Off: the snapshot in the archive belongs to another program and is not unpacked.
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  // On: Playwright attaches through it.
  [FuseV1Options.EnableNodeCliInspectArguments]: true,
  [FuseV1Options.RunAsNode]: true,
  // Off, as in the released app.
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
});
