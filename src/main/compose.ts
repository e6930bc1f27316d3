import { app } from 'electron';
import { AppError, messageOf } from '../shared/errors/app-error';
import { IdSource, RequestId, type SessionId } from '../shared/lib/ids';
import { DisposableStore } from '../shared/lib/lifecycle';
import type { EndSignals } from './cli/end-signals';
import type { CliOptions } from './cli/flags';
import { IdleWatch } from './cli/idle-watch';
import { print } from './cli/print';
import { readAnswers } from './cli/stdin-answers';
import { upLine } from './cli/up-line';
import { type AgentParts, composeAgent } from './compose-agent';
import { type Base, openBase } from './compose-base';
import { signalDrainMs, stopWork } from './compose-end';
import { Output } from './compose-output';
import { composeProcesses, type ProcessParts } from './compose-processes';
import { composeDesktop, type Desktop } from './compose-windows';
import { emptyHome } from './lib/empty-home';
import { EXIT } from './lib/exit-codes';
import { type Home, openHome } from './lib/home';
import { systemProcessTable } from './lib/home-process';
import { watchLauncher } from './lib/launcher-watch';
import { randomHex } from './lib/random-hex';
import type { ReadSettings } from './lib/settings-document';
import { systemClock } from './lib/system-clock';

export interface RunOptions {
  readonly options: CliOptions;
  /** The home folder, absolute. */
  readonly folder: string;
  /** Signals that ask for the end. */
  readonly signals: EndSignals;
  /** The listener hears of what was thrown and caught nowhere. */
  readonly onBug: (listener: (error: unknown) => void) => void;
  readonly onHandOver: (listener: (options: CliOptions) => void) => void;
  /** Links that the system gives to the running app (macOS). */
  readonly onLink: (listener: (sessionId: SessionId) => void) => void;
}

/** Builds everything and runs until somebody or something ends it. Never rejects: what fails is said, with a code. */
export async function runApp(run: RunOptions): Promise<void> {
  try {
    const home = await takeHome(run.folder);
    try {
      new App(run, home, openBase(home, process.env)).start();
    } catch (error) {
      await home.release();
      throw error;
    }
  } catch (error) {
    await print(process.stderr, `talaria: ${messageOf(error)}\n`);
    app.exit(error instanceof AppError && error.code === 'BAD_FLAG' ? EXIT.badFlag : EXIT.couldNotStart);
  }
}

function takeHome(folder: string): Promise<Home> {
  return openHome({
    folder,
    platform: process.platform,
    pid: process.pid,
    processes: systemProcessTable,
    clock: systemClock,
    randomHex,
  });
}

/** One run of the product, from its wiring to its end. */
class App {
  private readonly _own = new DisposableStore();
  private readonly _output: Output;
  private readonly _processes: ProcessParts;
  private readonly _agent: AgentParts;
  private readonly _idle: IdleWatch;
  private _desktop: Desktop | null = null;
  private _isReady = false;
  private _isEnding = false;
  /** A picture of the window that is taken as soon as nothing goes on; `ends`: and then this run is over. */
  private _picture: { readonly file: string; readonly ends: boolean } | null = null;

  constructor(
    private readonly _run: RunOptions,
    private readonly _home: Home,
    private readonly _base: Base,
  ) {
    const { options } = _run;
    const ids = new IdSource(randomHex);
    this._output = new Output(_base.redactForEgress, { json: options.json, now: systemClock.now });
    const emit: Output['emit'] = (event) => {
      this._output.emit(event);
      this._idle?.poke();
    };
    const shared = { base: _base, ids, emit, own: this._own };
    this._processes = composeProcesses({ ...shared, home: _home });
    this._agent = composeAgent({ ...shared, processes: this._processes, options });
    this._idle = this._own.add(new IdleWatch(this._busySources(), () => this._handleIdle()));
    this._watchChanges();
  }

  start(): void {
    this._listenForEnds();
    this._run.onBug((error) => this._handleBug(error));
    for (const notice of this._base.notices) this._output.say(notice.message);
    for (const warning of this._agent.warnings) this._output.say(warning);
    this._saySettings(this._base.settings.current);
    this._own.add(this._base.settings.onDidChange((read) => this._saySettings(read)));
    this._begin().catch((error: unknown) => {
      this._base.log.error('the start failed', { error });
      this._output.say(`talaria: ${messageOf(error)}`);
      return this._end(EXIT.couldNotStart);
    });
  }

  /** The work of others goes on: their processes and turns are not to blame. */
  private _handleBug(error: unknown): void {
    this._base.log.error('a bug: nobody caught it', { error });
    this._output.say(`talaria: Something went wrong inside: ${messageOf(error)} The log file has more.`);
  }

  /** What in the settings is not used, and why: nobody looks for that in a log file. */
  private _saySettings({ warnings }: ReadSettings): void {
    for (const { message } of warnings) this._output.say(message);
  }

  private async _begin(): Promise<void> {
    const { options } = this._run;
    this._processes.environment.warmUp();
    if (options.prompt !== null) this._warmUp();
    const found = await this._processes.registry.recover();
    if (this._isEnding) return;
    for (const record of found)
      this._output.say(`From the last run: ${record.command}: ${record.note ?? record.state}`);
    this._agent.conversations.recover();
    if (options.approvals === 'stdin') this._readAnswers();
    this._obey(options);
    this._run.onHandOver((handedOver) => this._obey(handedOver));
    this._run.onLink((sessionId) => this._showSession(sessionId));
    this._isReady = true;
    this._idle.poke();
  }

  /** A first message is about to need both: their start-up overlaps with the recovery. */
  private _warmUp(): void {
    this._processes.host.call('ping', {}).catch((error: unknown) => {
      this._base.log.warn('the process host could not be started ahead', { error });
    });
    void this._agent.parser.parse('true');
  }

  /** What a start asks for: a window, a first message, a picture. */
  private _obey(options: CliOptions): void {
    if (options.window) this._showWindow();
    if (options.showSession !== null) this._showSession(options.showSession);
    if (options.prompt !== null) {
      const session = this._agent.conversations.createSession({ cwd: options.cwd, title: options.prompt });
      this._desktop?.command({ name: 'show-session', sessionId: session.id });
      this._submit(session.id, options.prompt);
    }
    if (options.screenshot === null) return;
    this._picture = { file: options.screenshot, ends: options === this._run.options };
    if (this._isReady && !this._idle.isBusy && options.prompt === null) void this._takePicture(this._picture);
  }

  private _showSession(sessionId: SessionId): void {
    this._showWindow();
    if (this._base.transcripts.session(sessionId) !== null) {
      this._desktop?.command({ name: 'show-session', sessionId });
    } else this._output.say(`talaria: There is no session ${sessionId} in this home.`);
  }

  /** The window as it is now, in a file; a run that was started for it ends. */
  private async _takePicture({ file, ends }: { readonly file: string; readonly ends: boolean }): Promise<void> {
    this._picture = null;
    let code: number | null = null;
    try {
      await this._desktop?.savePicture(file);
    } catch (error) {
      this._output.say(`talaria: --screenshot: ${file} could not be written: ${messageOf(error)}`);
      code = EXIT.badFlag;
    }
    if (ends) await this._end(code, { saysIdle: true });
  }

  private _submit(sessionId: SessionId, text: string): void {
    try {
      this._agent.conversations.submit(sessionId, text, 'user');
    } catch (error) {
      this._output.say(`The message could not be sent: ${messageOf(error)}`);
      this._output.hasFailedTurn = true;
    }
  }

  private _showWindow(): void {
    const isFirst = this._desktop === null;
    this._desktop ??= this._own.add(
      composeDesktop({
        base: this._base,
        processes: this._processes,
        agent: this._agent,
        output: this._output,
        options: this._run.options,
        paths: this._home.paths,
        onQuitAsked: () => void this._askToQuit(),
        onDeleteEverything: () => void this._end(EXIT.ok, { empties: true }),
      }),
    );
    this._desktop.reveal();
    if (isFirst) this._output.say(upLine(process.env));
  }

  private _readAnswers(): void {
    const { desk } = this._agent;
    this._own.add(
      readAnswers(process.stdin, {
        answer: ({ requestId, choice, reason }) => {
          const id = RequestId.safeParse(requestId);
          if (!id.success) return `No approval has the id ${requestId.slice(0, 40)}.`;
          const reply = desk.answer(id.data, { choice, by: 'stdin', reason: reason ?? null });
          return reply.ok ? null : reply.error.message;
        },
        ended: () => desk.denyAll('stdin'),
        warn: (text) => this._output.say(`talaria: ${text}`),
      }),
    );
  }

  private _busySources() {
    const { conversations, desk } = this._agent;
    return [
      { isBusy: () => !this._isReady },
      { isBusy: () => conversations.isBusy() },
      { isBusy: () => desk.waiting().length > 0 },
      { isBusy: () => this._processes.registry.hasAttention() },
    ];
  }

  private _watchChanges(): void {
    const poke = () => this._idle.poke();
    this._own.add(this._agent.conversations.onIdleChange(poke));
    this._own.add(this._agent.desk.onChange(poke));
    this._own.add(this._processes.registry.onChanged((record) => record.state === 'ended' && poke()));
  }

  /** Nothing follows the last idle: a run that ends with it stops what still runs first. */
  private _handleIdle(): void {
    if (this._picture !== null) void this._takePicture(this._picture);
    else if (this._run.options.exitWhenIdle) void this._end(null, { saysIdle: true });
    else this._output.emit({ type: 'idle' });
  }

  private _listenForEnds(): void {
    this._run.signals.listen((code) => void this._end(code));
    const endUnwanted = () => void this._end(EXIT.sigterm);
    this._own.add(watchLauncher(process.env.TALARIA_LAUNCHER_PID, systemProcessTable, endUnwanted));
    // Windows come and go with the desktop; Electron must not end the app by itself.
    app.on('window-all-closed', () => undefined);
    app.on('before-quit', (event) => {
      if (this._isEnding) return;
      event.preventDefault();
      void this._askToQuit();
    });
  }

  /** A quit by hand: what still runs is named first. Signals, and runs that nobody watches, end without a question. */
  private async _askToQuit(): Promise<void> {
    const { window, json } = this._run.options;
    const running = this._processes.registry.list().filter(({ state }) => state !== 'ended');
    const isAsked = window && !json && running.length > 0 && this._desktop !== null && !this._isEnding;
    if (!isAsked || (await this._desktop?.askToQuit(running))) await this._end(null);
  }

  /** Stops everything in order, and leaves. The first call counts. */
  private async _end(
    code: number | null,
    last: { readonly saysIdle?: boolean; readonly empties?: boolean } = {},
  ): Promise<void> {
    if (this._isEnding) return;
    this._isEnding = true;
    // A start that comes now must not hand its flags to a run that will not read them.
    app.releaseSingleInstanceLock();
    const began = performance.now();
    try {
      this._desktop?.dispose();
      await stopWork(this._processes.quit, this._agent.conversations);
      if (last.saysIdle) this._output.emit({ type: 'idle' });
      await this._output.drain(code === null ? undefined : signalDrainMs(began));
      this._own.dispose();
      this._output.dispose();
      this._base.dispose();
      if (last.empties === true) await emptyHome(this._home.paths);
      await this._home.release();
    } finally {
      app.exit(code ?? (this._output.hasFailedTurn ? EXIT.turnFailed : EXIT.ok));
    }
  }
}
