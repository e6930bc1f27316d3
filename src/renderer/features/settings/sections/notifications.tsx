import { useSetting } from '../use-setting';
import { SwitchSetting } from './switch-setting';

export function Notifications() {
  return (
    <>
      <p className="settings-lead">
        The system shows a notice only while the window is not looking at what it speaks of. The bell keeps all of them.
      </p>
      <SwitchSetting label="A command waits for your approval" setting={useSetting('notifications', 'approvals')} />
      <SwitchSetting label="The agent has answered" setting={useSetting('notifications', 'turns')} />
      <SwitchSetting label="Something failed" keywords="error" setting={useSetting('notifications', 'failures')} />
      <SwitchSetting
        label="A process ended or printed what you watch for"
        setting={useSetting('notifications', 'processes')}
      />
    </>
  );
}
