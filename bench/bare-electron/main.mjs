// The least that an Electron app can be: ready, and where asked one empty window.
import { app, BrowserWindow } from 'electron';

app.whenReady().then(() => {
  if (!process.env.BARE_WINDOW) {
    process.stdout.write('ready\n');
    return;
  }
  const window = new BrowserWindow({ width: 1280, height: 800, show: false });
  window.once('ready-to-show', () => {
    window.show();
    process.stdout.write('ready\n');
  });
  window.loadURL('data:text/html,<title>bare</title>');
});
app.on('window-all-closed', () => app.quit());
