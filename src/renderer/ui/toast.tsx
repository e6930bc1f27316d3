import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { Button } from './button';
import { IconButton } from './icon-button';

export interface ToastOptions {
  readonly action?: { readonly label: string; readonly onSelect: () => void };
  /** How long it stays when nobody points at it. */
  readonly durationMs?: number;
}

interface Toast extends ToastOptions {
  readonly id: number;
  readonly text: string;
}

interface Toasts {
  readonly show: (text: string, options?: ToastOptions) => void;
}

const DEFAULT_MS = 6_000;
const MOST_AT_ONCE = 4;

const ToastContext = createContext<Toasts>({ show: () => undefined });

/** Says something short at the edge of the window, with at most one act. */
export const useToast = () => useContext(ToastContext);

export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const show = useCallback((text: string, options: ToastOptions = {}) => {
    setToasts((old) => {
      const id = (old.at(-1)?.id ?? 0) + 1;
      return [...old, { ...options, id, text }].slice(-MOST_AT_ONCE);
    });
  }, []);
  const remove = useCallback((id: number) => setToasts((old) => old.filter((toast) => toast.id !== id)), []);
  const value = useMemo(() => ({ show }), [show]);
  return (
    <ToastContext value={value}>
      {children}
      <section className="ui-toasts" role="status" aria-label="Messages">
        {toasts.map((toast) => (
          <ToastView key={toast.id} toast={toast} onRemove={remove} />
        ))}
      </section>
    </ToastContext>
  );
}

function ToastView({ toast, onRemove }: { readonly toast: Toast; readonly onRemove: (id: number) => void }) {
  const [isHeld, setIsHeld] = useState(false);
  const { id, text, action, durationMs = DEFAULT_MS } = toast;
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => onRemove(id), durationMs);
    return () => clearTimeout(timer);
  }, [isHeld, id, durationMs, onRemove]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing only keeps it open; it does nothing.
    <div
      className="ui-toast"
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <span className="ui-toast-text">{text}</span>
      {action !== undefined && (
        <Button
          className="ui-toast-action"
          onClick={() => {
            onRemove(id);
            action.onSelect();
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton label="Close message" icon="close" onClick={() => onRemove(id)} />
    </div>
  );
}
