import './settings.css';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { useCommand } from '../../lib/commands';
import { useSettingsState } from '../../lib/use-settings';
import { Button } from '../../ui/button';
import { SettingsFilter } from './field';
import { asSection, SECTIONS, type SectionId, sectionIds } from './sections';
import { About } from './sections/about';
import { Appearance } from './sections/appearance';
import { Approvals } from './sections/approvals';
import { Data } from './sections/data';
import { Models } from './sections/models';
import { Notifications } from './sections/notifications';
import { Processes } from './sections/processes';

export { SECTIONS, settingsIndex } from './sections';

const VIEWS: Readonly<Record<SectionId, ComponentType>> = {
  models: Models,
  approvals: Approvals,
  appearance: Appearance,
  notifications: Notifications,
  processes: Processes,
  data: Data,
  about: About,
};

interface SettingsProps {
  readonly section: string | null;
  readonly onSection: (section: SectionId) => void;
  readonly onClose: () => void;
}

/** The settings, one section at a time; a search looks through all of them. */
export function SettingsPage({ section, onSection, onClose }: SettingsProps) {
  const [query, setQuery] = useState('');
  const { value, problem } = useSettingsState();
  const heading = useRef<HTMLHeadingElement>(null);
  const search = useRef<HTMLInputElement>(null);
  useEffect(() => heading.current?.focus(), []);
  useCommand('find', () => search.current?.focus());
  const words = query.trim().toLowerCase();
  const current = asSection(section);
  const shown = words === '' ? [current] : sectionIds;
  return (
    <div className="settings">
      <header className="settings-head">
        <h1 ref={heading} tabIndex={-1}>
          Settings
        </h1>
        <input
          ref={search}
          type="search"
          className="ui-input settings-search"
          aria-label="Search settings"
          placeholder="Search settings"
          spellCheck={false}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || query === '') return;
            event.preventDefault();
            setQuery('');
          }}
        />
        <Button kind="line" onClick={onClose}>
          Done
        </Button>
      </header>
      <nav className="settings-nav" aria-label="Sections of the settings">
        {sectionIds.map((id) => (
          <button
            key={id}
            type="button"
            aria-current={words === '' && id === current ? 'page' : undefined}
            onClick={() => {
              setQuery('');
              onSection(id);
            }}
          >
            {SECTIONS[id]}
          </button>
        ))}
      </nav>
      <div className="settings-body">
        <div className="settings-column">
          {problem !== null && <p className="settings-problem">The settings could not be read: {problem}</p>}
          {value.warnings.map((warning) => (
            <p key={warning} className="settings-warning">
              {warning}
            </p>
          ))}
          <SettingsFilter value={words}>
            {shown.map((id) => {
              const View = VIEWS[id];
              return (
                <section key={id} className="settings-section" aria-label={SECTIONS[id]}>
                  {words !== '' && <h2>{SECTIONS[id]}</h2>}
                  <View />
                </section>
              );
            })}
          </SettingsFilter>
          {words !== '' && <p className="settings-nothing">{`No setting has “${query.trim()}” in it.`}</p>}
        </div>
      </div>
    </div>
  );
}
