import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { type Disposable, DisposableStore } from '../shared/lib/lifecycle';
import type { Redacted } from '../shared/lib/redacted';
import { systemSeal } from './compose-keys';
import { loadInstallKey } from './keys/install-key';
import { KeyBook } from './keys/key-book';
import type { Home } from './lib/home';
import { isOwnerAlive } from './lib/home-owner';
import { systemProcessTable } from './lib/home-process';
import { createFileLogger, type Logger } from './lib/logger';
import { SettingsFile } from './lib/settings-file';
import { systemClock } from './lib/system-clock';
import { createFingerprint, type Fingerprint } from './redaction/fingerprint';
import { createKnownSecrets } from './redaction/known-secrets';
import type { KnownSecrets } from './redaction/ports';
import { createEgress } from './redaction/redact-for-egress';
import { judgeName } from './redaction/secret-names';
import { SqliteApprovalStore } from './store/approval-store';
import { openDatabase } from './store/database';
import type { StoreNotice } from './store/keep-aside';
import { SqliteNoticeStore } from './store/notice-store';
import { SqliteProcessStore } from './store/process-store';
import { SqliteSessionStore } from './store/session-store';
import { StoreHealth } from './store/store-health';
import { SqliteTranscriptStore } from './store/transcript-store';

/** What everything else stands on: the log, the way out, settings and the store. Disposed last. */
export interface Base extends Disposable {
  readonly log: Logger;
  readonly known: KnownSecrets;
  /** Makes a value known as a secret for good: it is masked wherever it turns up. */
  readonly learnSecret: (value: string) => void;
  /** Tells two secrets apart without showing them, under the key of this installation. */
  readonly fingerprint: Fingerprint;
  readonly keys: KeyBook;
  readonly redactForEgress: <T>(value: T) => Redacted<T>;
  readonly mask: (text: string) => string;
  readonly settings: SettingsFile;
  readonly transcripts: SqliteTranscriptStore;
  readonly sessionRows: SqliteSessionStore;
  readonly processRows: SqliteProcessStore;
  readonly approvalRows: SqliteApprovalStore;
  readonly noticeRows: SqliteNoticeStore;
  readonly notices: readonly StoreNotice[];
}

/** Opens log, settings and database of a home that this process holds. Throws the store's AppErrors. */
export function openBase(home: Home, env: NodeJS.ProcessEnv): Base {
  const store = new DisposableStore();
  let secrets = secretValues(env);
  const known = createKnownSecrets(() => secrets);
  const learnSecret = (value: string) => {
    if (!secrets.includes(value)) secrets = [...secrets, value];
  };
  const { redactForEgress } = createEgress({ known });
  const mask = (text: string): string => redactForEgress(text);
  const logFile = createFileLogger({ file: home.paths.log, level: 'info', clock: systemClock, mask });
  store.add(logFile);
  try {
    const settings = new SettingsFile({
      file: home.paths.settings,
      clock: systemClock,
      log: logFile.child('settings'),
    });
    store.add(settings);
    const { journalMode, strictJournalMode } = settings.current.settings.database;
    const opened = openDatabase({
      file: home.paths.database,
      label: 'talaria.db',
      health: new StoreHealth(),
      log: logFile.child('store'),
      clock: systemClock,
      journalMode,
      strictJournalMode,
      ...nativeBinding(env),
    });
    store.add(opened);
    const context = { log: logFile.child('store'), mask };
    const keyLog = logFile.child('keys');
    return {
      log: logFile,
      known,
      learnSecret,
      fingerprint: createFingerprint(loadInstallKey(home.paths.installKey, randomBytes, keyLog)),
      keys: new KeyBook({
        file: home.paths.keys,
        seal: systemSeal,
        learn: learnSecret,
        log: keyLog,
        now: systemClock.now,
      }),
      redactForEgress,
      mask,
      settings,
      transcripts: new SqliteTranscriptStore(opened.database, context),
      sessionRows: startedSessionStore(new SqliteSessionStore(opened.database, context), context.log),
      processRows: new SqliteProcessStore(opened.database, {
        ...context,
        owner: home.owner,
        isOwnerAlive: (owner) => isOwnerAlive(owner, systemProcessTable),
      }),
      approvalRows: new SqliteApprovalStore(opened.database, context),
      noticeRows: new SqliteNoticeStore(opened.database, context),
      notices: opened.notices,
      dispose: () => store.dispose(),
    };
  } catch (error) {
    store.dispose();
    throw error;
  }
}

/** A disk that refuses now will say so when something is to be saved; nothing that was deleted is shown meanwhile. */
function startedSessionStore(rows: SqliteSessionStore, log: Logger): SqliteSessionStore {
  try {
    rows.startUp();
  } catch (error) {
    log.error('deleted sessions could not be removed', { error });
  }
  return rows;
}

const OLDEST_NODE_API = 10;

/** The addon that ships with the package needs Node-API 10; an older runtime brings its own build. */
function nativeBinding(env: NodeJS.ProcessEnv): { nativeBinding?: string } {
  if (Number(process.versions.napi) >= OLDEST_NODE_API || env.TALARIA_SQLITE_BINDING === undefined) return {};
  return { nativeBinding: resolve(env.TALARIA_SQLITE_BINDING) };
}

function secretValues(env: NodeJS.ProcessEnv): readonly string[] {
  return Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && judgeName(name).strength === 'strong' ? [value] : [],
  );
}
