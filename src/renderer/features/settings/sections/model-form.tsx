import { type FormEvent, useState } from 'react';
import { messageOf } from '../../../../shared/errors/app-error';
import { call } from '../../../lib/bridge';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { TextField } from '../../../ui/text-field';

export interface ModelDraft {
  readonly name: string;
  readonly baseUrl: string;
  /** Of the environment; then no key is typed. */
  readonly keyVariable: string | null;
  readonly isLocal: boolean;
  readonly models: readonly string[];
}

export const EMPTY_DRAFT: ModelDraft = { name: '', baseUrl: '', keyVariable: null, isLocal: false, models: [] };

interface ModelFormProps {
  readonly initial: ModelDraft;
  readonly onCancel: () => void;
  readonly onAdded: (id: string) => void;
}

interface Said {
  readonly ok: boolean;
  readonly message: string;
}

/** A new connection: tested with one button, kept with another. */
export function ModelForm({ initial, onCancel, onAdded }: ModelFormProps) {
  const [name, setName] = useState(initial.models[0] ?? initial.name);
  const [baseUrl, setBaseUrl] = useState(initial.baseUrl);
  const [key, setKey] = useState('');
  const [busy, setBusy] = useState<'test' | 'add' | null>(null);
  const [said, setSaid] = useState<Said | null>(null);
  const [asksConsent, setAsksConsent] = useState(false);
  const { keyVariable } = initial;
  const isWhole = name.trim() !== '' && baseUrl.trim() !== '';
  const connection = {
    name,
    baseUrl,
    ...(key === '' ? {} : { key }),
    ...(keyVariable === null ? {} : { keyVariable }),
  };

  const run = async (what: 'test' | 'add', work: () => Promise<Said | null>) => {
    setBusy(what);
    setSaid(null);
    try {
      setSaid(await work());
    } catch (error) {
      setSaid({ ok: false, message: messageOf(error) });
    } finally {
      setBusy(null);
    }
  };
  const test = () => run('test', () => call('models.test', connection));
  const add = (allowPlainText: boolean) =>
    run('add', async () => {
      const { id, needsConsent } = await call('models.add', { ...connection, allowPlainText });
      if (needsConsent) setAsksConsent(true);
      else if (id !== null) onAdded(id);
      return null;
    });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isWhole && busy === null) void add(false);
  };

  return (
    <form className="settings-form" aria-label="Add a model" onSubmit={handleSubmit}>
      <TextField
        label="Base URL"
        value={baseUrl}
        onChange={setBaseUrl}
        placeholder="https://api.example.com/v1"
        autoFocus={initial.baseUrl === ''}
      />
      <TextField
        label="Model"
        value={name}
        onChange={setName}
        placeholder="Its name, as the provider writes it"
        list={initial.models.length > 0 ? 'settings-offered-models' : undefined}
        autoFocus={initial.baseUrl !== ''}
      />
      <datalist id="settings-offered-models">
        {initial.models.map((offered) => (
          <option key={offered} value={offered} />
        ))}
      </datalist>
      {keyVariable !== null && (
        <p className="settings-help">
          The key is read from the variable {keyVariable} when it is used; it is not stored.
        </p>
      )}
      {keyVariable === null && (
        <TextField
          label={initial.isLocal ? 'Key, if the server wants one' : 'Key'}
          type="password"
          value={key}
          onChange={setKey}
          autoComplete="off"
          hint="Kept in this system's key store; it is never shown again."
        />
      )}
      {said !== null && (
        <p className={said.ok ? 'settings-good' : 'settings-problem'} role="status">
          {said.message}
        </p>
      )}
      <div className="settings-form-acts">
        <Button onClick={onCancel}>Cancel</Button>
        <Button kind="line" disabled={!isWhole || busy !== null} onClick={() => void test()}>
          {busy === 'test' ? 'Testing…' : 'Test'}
        </Button>
        <Button kind="primary" type="submit" disabled={!isWhole || busy !== null}>
          Add and use
        </Button>
      </div>
      {asksConsent && (
        <Dialog
          title="Keep the key in a file?"
          onClose={() => setAsksConsent(false)}
          actions={
            <>
              <Button kind="line" onClick={() => setAsksConsent(false)}>
                Do not keep it
              </Button>
              <Button
                kind="primary"
                onClick={() => {
                  setAsksConsent(false);
                  void add(true);
                }}
              >
                Keep it in a file
              </Button>
            </>
          }
        >
          <p>
            This system has no key store that Talaria can use. The key can be kept in a private file in the data folder
            instead: only your account can read it, but it is not encrypted.
          </p>
        </Dialog>
      )}
    </form>
  );
}
