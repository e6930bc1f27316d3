import { useCallback, useEffect, useState } from 'react';
import type { IpcOutput } from '../../../../shared/contract/ipc-calls';
import { messageOf } from '../../../../shared/errors/app-error';
import { call, on } from '../../../lib/bridge';
import { reloadInfo } from '../../../lib/use-info';

export type ModelList = IpcOutput<'models.list'>;

export interface Models {
  readonly list: ModelList | null;
  readonly problem: string | null;
  readonly use: (id: string | null) => void;
  readonly remove: (id: string) => void;
  readonly reload: () => Promise<void>;
}

/** The models that can answer, asked again whenever the settings change. */
export function useModels(): Models {
  const [list, setList] = useState<ModelList | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const reload = useCallback(async () => {
    try {
      setList(await call('models.list', {}));
      setProblem(null);
    } catch (error) {
      setProblem(messageOf(error));
    }
    await reloadInfo();
  }, []);
  useEffect(() => {
    void reload();
    const subscription = on('settings.changed', () => void reload());
    return () => subscription.dispose();
  }, [reload]);
  const act = (work: Promise<unknown>) => {
    work.then(reload, (error) => setProblem(messageOf(error)));
  };
  return {
    list,
    problem,
    use: (id) => act(call('models.use', { id })),
    remove: (id) => act(call('models.remove', { id })),
    reload,
  };
}
