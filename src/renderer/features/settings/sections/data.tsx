import { useState } from 'react';
import { messageOf } from '../../../../shared/errors/app-error';
import { call } from '../../../lib/bridge';
import { useInfo } from '../../../lib/use-info';
import { Button } from '../../../ui/button';
import { Field } from '../field';

const FOLDERS = [
  { what: 'home', label: 'Data folder', help: 'Sessions, settings and everything else that Talaria keeps.' },
  { what: 'settings', label: 'Settings file', help: 'Can be edited by hand; it is read again when it changes.' },
  { what: 'logs', label: 'Logs', help: 'What Talaria itself did. Secrets are masked.' },
  { what: 'process-logs', label: 'Logs of processes', help: 'Whole outputs, as they were printed. Kept for 7 days.' },
] as const;

export function Data() {
  const info = useInfo();
  const [said, setSaid] = useState<Readonly<Record<string, string>>>({});
  const act = async (name: string, work: () => Promise<string | null>) => {
    try {
      const words = await work();
      setSaid(words === null ? {} : { [name]: words });
    } catch (error) {
      setSaid({ [name]: messageOf(error) });
    }
  };
  const exportLogs = async () => {
    const { file } = await call('app.exportLogs', {});
    return file === null ? null : `Written to ${file}.`;
  };
  return (
    <>
      {FOLDERS.map(({ what, label, help }) => (
        <Field
          key={what}
          label={label}
          help={what === 'home' ? `${help} ${info?.home ?? ''}` : help}
          keywords="reveal folder path"
          problem={said[what]}
        >
          <Button
            kind="line"
            aria-label={`Show ${label.toLowerCase()}`}
            onClick={() => void act(what, async () => call('app.reveal', { what }).then(() => null))}
          >
            Show
          </Button>
        </Field>
      ))}
      <Field
        label="Export logs"
        help="One file for a report of a problem. Secrets are masked; read it before you send it."
        keywords="diagnostics"
      >
        <span className="settings-said" role="status">
          {said.export}
        </span>
        <Button kind="line" onClick={() => void act('export', exportLogs)}>
          Export logs
        </Button>
      </Field>
      <Field
        label="Delete everything"
        help="Removes all sessions, settings, keys and logs from this machine, and quits. It asks first."
        keywords="erase remove reset"
        problem={said.delete}
      >
        <Button
          kind="danger"
          onClick={() => void act('delete', async () => call('app.deleteEverything', {}).then(() => null))}
        >
          Delete everything
        </Button>
      </Field>
    </>
  );
}
