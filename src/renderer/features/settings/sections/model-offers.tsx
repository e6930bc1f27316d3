import { useState } from 'react';
import type { ModelOffer } from '../../../../shared/contract/calls/settings';
import { messageOf } from '../../../../shared/errors/app-error';
import { call } from '../../../lib/bridge';
import { Button } from '../../../ui/button';
import { Field } from '../field';
import type { ModelDraft } from './model-form';

/** Looks for keys and local servers only when asked; nothing of it is used unasked. */
export function ModelOffers({ onUse }: { readonly onUse: (draft: ModelDraft) => void }) {
  const [offers, setOffers] = useState<readonly ModelOffer[] | null>(null);
  const [isLooking, setIsLooking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const look = async () => {
    setIsLooking(true);
    try {
      setOffers(await call('models.offers', {}));
      setProblem(null);
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setIsLooking(false);
    }
  };
  return (
    <Field
      label="Find what is already here"
      help="Looks at the names of environment variables that hold keys, and for Ollama, LM Studio and llama.cpp on this machine."
      keywords="local ollama lm studio llama environment offer"
      problem={problem}
      isWide={offers !== null && offers.length > 0}
    >
      {offers !== null && offers.length > 0 && (
        <ul className="settings-list" aria-label="Found">
          {offers.map((offer) => (
            <li key={`${offer.label} ${offer.baseUrl}`}>
              <span className="settings-model">
                <span>{offer.label}</span>
                <span className="settings-help">
                  {offer.keyVariable === null ? offer.baseUrl : `Key in ${offer.keyVariable}`}
                </span>
              </span>
              <Button
                kind="line"
                aria-label={`Set up ${offer.label}`}
                onClick={() =>
                  onUse({
                    name: '',
                    baseUrl: offer.baseUrl,
                    keyVariable: offer.keyVariable,
                    isLocal: offer.kind === 'local-server',
                    models: offer.models,
                  })
                }
              >
                Set up
              </Button>
            </li>
          ))}
        </ul>
      )}
      {offers !== null && offers.length === 0 && <span className="settings-said">Nothing was found.</span>}
      <Button kind="line" disabled={isLooking} onClick={() => void look()}>
        {isLooking ? 'Looking…' : 'Look'}
      </Button>
    </Field>
  );
}
