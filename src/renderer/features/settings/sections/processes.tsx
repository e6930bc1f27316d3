import { NumberSetting } from '../number-setting';
import { useSetting } from '../use-setting';

export function Processes() {
  return (
    <>
      <p className="settings-lead">Commands run on this machine, with the environment of your login shell.</p>
      <NumberSetting
        label="Time to stop by itself"
        help="A process that is told to stop gets this long before it is ended by force."
        keywords="kill grace limit"
        unit="s"
        setting={useSetting('processes', 'killGraceSeconds')}
        min={0}
        max={60}
        step={0.5}
      />
      <NumberSetting
        label="Largest log of a process"
        help="Of a longer output the oldest part is dropped."
        keywords="limit size disk"
        unit="MiB"
        setting={useSetting('processes', 'logMaxMiB')}
        min={1}
        max={1_024}
      />
    </>
  );
}
