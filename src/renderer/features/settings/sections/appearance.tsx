import { Select } from '../../../ui/select';
import { Field } from '../field';
import { NumberSetting } from '../number-setting';
import { useSetting } from '../use-setting';
import { SwitchSetting } from './switch-setting';

const THEMES = [
  { value: 'system', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

export function Appearance() {
  const theme = useSetting('appearance', 'theme');
  const zoom = useSetting('appearance', 'zoomPercent');
  const motion = useSetting('appearance', 'reduceMotion');
  const terminal = useSetting('appearance', 'terminalFontSize');
  const tray = useSetting('window', 'closeToTray');
  return (
    <>
      <Field label="Theme" keywords="dark light system colour color" onReset={theme.reset} problem={theme.problem}>
        <Select label="Theme" isLabelHidden value={theme.value} options={THEMES} onChange={theme.set} />
      </Field>
      <NumberSetting
        label="Zoom"
        keywords="size scale larger smaller"
        unit="%"
        setting={zoom}
        min={50}
        max={200}
        step={10}
      />
      <SwitchSetting
        label="Less motion"
        help="Nothing slides or fades. A system that asks for less motion always gets it."
        keywords="reduce animation"
        setting={motion}
      />
      <NumberSetting label="Terminal text size" keywords="font" unit="px" setting={terminal} min={8} max={24} />
      <SwitchSetting
        label="Keep running in the tray when the window is closed"
        help="Only where this system has a tray; elsewhere closing the window quits."
        keywords="close background"
        setting={tray}
      />
    </>
  );
}
