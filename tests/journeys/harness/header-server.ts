import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A real server that keeps the Authorization header of every request. */
export class HeaderServer {
  readonly seen: (string | undefined)[] = [];
  private readonly _server: Server = createServer((request, response) => {
    this.seen.push(request.headers.authorization);
    response.end('hello\n');
  });

  async start(): Promise<void> {
    await new Promise<void>((done) => {
      this._server.listen(0, '127.0.0.1', done);
    });
  }

  get url(): string {
    return `http://127.0.0.1:${(this._server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this._server.closeAllConnections();
    await new Promise((done) => {
      this._server.close(done);
    });
  }
}
