// Stands in for Electron's own default app, which a packaged binary lacks: runs the app whose folder is the first
// argument that is no flag.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from 'electron';

const folder = process.argv.slice(1).find((argument) => !argument.startsWith('-'));
if (folder === undefined) {
  process.stderr.write('electron: name the folder of an app\n');
  process.exit(2);
}

const appPath = path.resolve(folder);
const manifest = JSON.parse(readFileSync(path.join(appPath, 'package.json'), 'utf8'));
app.setAppPath(appPath);
app.setName(manifest.productName ?? manifest.name);
if (manifest.version) app.setVersion(manifest.version);
if (manifest.desktopName) app.setDesktopName(manifest.desktopName);

// Awaited here, so that Electron does not become ready before the app has had its chance to speak first.
await import(pathToFileURL(path.join(appPath, manifest.main ?? 'index.js')).href);
