import { Switch } from '../../../ui/switch';
import { Field } from '../field';
import type { Setting } from '../use-setting';

interface SwitchSettingProps {
  readonly label: string;
  readonly help?: string;
  readonly keywords?: string;
  readonly setting: Setting<boolean>;
}

export function SwitchSetting({ label, help, keywords, setting }: SwitchSettingProps) {
  return (
    <Field label={label} help={help} keywords={keywords} onReset={setting.reset} problem={setting.problem}>
      <Switch label={label} isLabelHidden checked={setting.value} onChange={setting.set} />
    </Field>
  );
}
