// The fuses of a released Talaria: what its binary can no longer be talked into.
import { FuseState, FuseV1Options, FuseVersion, flipFuses, getCurrentFuseWire } from '@electron/fuses';

/** By name; `WasmTrapHandlers` keeps its default and exists only from Electron 41 on. */
export const releaseFuses = {
  RunAsNode: false,
  EnableCookieEncryption: true,
  EnableNodeOptionsEnvironmentVariable: false,
  EnableNodeCliInspectArguments: false,
  EnableEmbeddedAsarIntegrityValidation: true,
  OnlyLoadAppFromAsar: true,
  LoadBrowserProcessSpecificV8Snapshot: false,
  GrantFileProtocolExtraPrivileges: false,
};

/** Flips a binary's fuses for a release; it has to be signed after that. @param {string} binary */
export async function flipReleaseFuses(binary) {
  const fuses = Object.entries(releaseFuses).map(([name, isOn]) => [FuseV1Options[name], isOn]);
  await flipFuses(binary, { version: FuseVersion.V1, ...Object.fromEntries(fuses) });
}

/** What is wrong with a binary's fuses, one line each; empty when they are those of a release. @param {string} binary */
export async function wrongFuses(binary) {
  const wire = await getCurrentFuseWire(binary);
  return Object.entries(releaseFuses)
    .filter(([name, isOn]) => wire[FuseV1Options[name]] !== (isOn ? FuseState.ENABLE : FuseState.DISABLE))
    .map(([name, isOn]) => `${name} is not ${isOn ? 'on' : 'off'}`);
}
