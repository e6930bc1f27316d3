import { app, type Session, type WebContents } from 'electron';
import { type Disposable, toDisposable } from '../../shared/lib/lifecycle';

/** No page leaves our origin, opens a window, embeds a webview or is granted a permission (security guide). */
export function guardAllPages(isOurUrl: (url: string) => boolean): Disposable {
  const handleCreated = (_event: unknown, page: WebContents) => {
    page.setWindowOpenHandler(() => ({ action: 'deny' }));
    page.on('will-navigate', (event) => {
      if (!isOurUrl(event.url)) event.preventDefault();
    });
    page.on('will-frame-navigate', (event) => {
      if (!isOurUrl(event.url)) event.preventDefault();
    });
    page.on('will-redirect', (event) => {
      if (!isOurUrl(event.url)) event.preventDefault();
    });
    page.on('will-attach-webview', (event) => event.preventDefault());
  };
  app.on('web-contents-created', handleCreated);
  app.on('session-created', denyPermissions);
  return toDisposable(() => {
    app.off('web-contents-created', handleCreated);
    app.off('session-created', denyPermissions);
  });
}

/** Denies every permission, asked for or checked. */
export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_page, _permission, callback) => callback(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
}
