import { useState } from 'react';
import { Button } from '../../../ui/button';
import { Field } from '../field';
import { EMPTY_DRAFT, type ModelDraft, ModelForm } from './model-form';
import { ModelOffers } from './model-offers';
import { type Models as ModelsState, useModels } from './use-models';

const OPERATOR = 'Built-in operator';

export function Models() {
  const models = useModels();
  const [draft, setDraft] = useState<ModelDraft | null>(null);
  return (
    <>
      <ModelList models={models} />
      {draft === null ? (
        <>
          <Field
            label="Add a model"
            help="Anything that speaks the OpenAI protocol: a provider or a server of your own."
            keywords="connect key provider base url"
          >
            <Button kind="line" onClick={() => setDraft(EMPTY_DRAFT)}>
              Add a model
            </Button>
          </Field>
          <ModelOffers onUse={setDraft} />
        </>
      ) : (
        <ModelForm
          key={draft.baseUrl}
          initial={draft}
          onCancel={() => setDraft(null)}
          onAdded={(id) => {
            setDraft(null);
            models.use(id);
          }}
        />
      )}
    </>
  );
}

function ModelList({ models }: { readonly models: ModelsState }) {
  const { list, problem, use, remove } = models;
  const [removing, setRemoving] = useState<string | null>(null);
  const isFixed = list?.isFixedByFlags ?? false;
  return (
    <Field
      label="The model that answers"
      help={
        isFixed
          ? 'This run was started with a model of its own; what is chosen here counts again after the next start.'
          : 'A change counts from the next turn on.'
      }
      keywords="choose use active operator"
      problem={problem}
      isWide
    >
      {list !== null && (
        <ul className="settings-list" aria-label="Models">
          <li>
            <ModelWords
              name={OPERATOR}
              detail="Understands a few commands. No key, no network; it is no language model."
            />
            <UseButton name={OPERATOR} isActive={list.active === null} isFixed={isFixed} onUse={() => use(null)} />
          </li>
          {list.models.map((model) => (
            <li key={model.id}>
              <ModelWords name={model.name} detail={`${model.baseUrl}${model.hasKey ? '' : ' · no key'}`} />
              <UseButton
                name={model.name}
                isActive={list.active === model.id}
                isFixed={isFixed}
                onUse={() => use(model.id)}
              />
              {removing === model.id ? (
                <Button
                  kind="danger"
                  onBlur={() => setRemoving(null)}
                  onClick={() => {
                    setRemoving(null);
                    remove(model.id);
                  }}
                >
                  Remove with its key
                </Button>
              ) : (
                <Button aria-label={`Remove ${model.name}`} onClick={() => setRemoving(model.id)}>
                  Remove
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Field>
  );
}

function ModelWords({ name, detail }: { readonly name: string; readonly detail: string }) {
  return (
    <span className="settings-model">
      <span title={name}>{name}</span>
      <span className="settings-help" title={detail}>
        {detail}
      </span>
    </span>
  );
}

interface UseButtonProps {
  readonly name: string;
  readonly isActive: boolean;
  readonly isFixed: boolean;
  readonly onUse: () => void;
}

function UseButton({ name, isActive, isFixed, onUse }: UseButtonProps) {
  if (isActive) return <span className="settings-active">{isFixed ? 'Chosen' : 'Answers now'}</span>;
  return (
    <Button kind="line" aria-label={`Use ${name}`} onClick={onUse}>
      Use
    </Button>
  );
}
