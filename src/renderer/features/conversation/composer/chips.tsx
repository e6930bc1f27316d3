import { Icon } from '../../../ui/icon';
import { folderName } from './folder-name';

interface ChipsProps {
  readonly folder: string;
  /** Null where the folder is settled. */
  readonly onPickFolder: (() => void) | null;
  readonly modeLabel: string;
  readonly modelLabel: string;
  readonly onOpenSettings: (section: string) => void;
}

/** Where the agent works, when it asks, and which model answers. */
export function Chips({ folder, onPickFolder, modeLabel, modelLabel, onOpenSettings }: ChipsProps) {
  const name = folderName(folder);
  return (
    <>
      {onPickFolder === null ? (
        <span className="chip" title={`Works in ${folder}`}>
          <Icon name="folder" />
          <span className="chip-text">{name}</span>
        </span>
      ) : (
        <button
          type="button"
          className="chip"
          title={`Works in ${folder}. Choose another folder`}
          onClick={onPickFolder}
        >
          <Icon name="folder" />
          <span className="chip-text">{name}</span>
        </button>
      )}
      <button
        type="button"
        className="chip"
        title="When Talaria asks before it runs something. Change it in the settings"
        onClick={() => onOpenSettings('approvals')}
      >
        <Icon name="shield" />
        <span className="chip-text">{modeLabel}</span>
      </button>
      <button
        type="button"
        className="chip"
        title="Who answers. Change it in the settings"
        onClick={() => onOpenSettings('models')}
      >
        <span className="chip-text">{modelLabel}</span>
      </button>
    </>
  );
}
