import { messageOf } from '../../../../shared/errors/app-error';
import { copyText } from '../../../lib/copy';
import { useInfo } from '../../../lib/use-info';
import { Button } from '../../../ui/button';
import { useToast } from '../../../ui/toast';
import { Field } from '../field';

export function About() {
  const info = useInfo();
  const { show } = useToast();
  if (info === null) return null;
  const rows = [
    ['Version', info.version],
    ['Electron', info.electron],
    ['System', info.platform],
  ] as const;
  const copy = () => {
    copyText(rows.map(([name, value]) => `${name}: ${value}`).join('\n')).then(
      () => show('Copied.'),
      (error) => show(messageOf(error)),
    );
  };
  return (
    <>
      {rows.map(([name, value]) => (
        <Field key={name} label={name} keywords="about">
          <span className="settings-value">{value}</span>
        </Field>
      ))}
      <Field label="For a report" help="The lines above, as text." keywords="about version">
        <Button kind="line" onClick={copy}>
          Copy
        </Button>
      </Field>
    </>
  );
}
