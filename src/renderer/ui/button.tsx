import type { ComponentProps } from 'react';

export type ButtonKind = 'plain' | 'line' | 'primary' | 'danger';

export interface ButtonProps extends ComponentProps<'button'> {
  /** `primary` only for the one main act in view. */
  readonly kind?: ButtonKind;
}

export function Button({ kind = 'plain', className = '', type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={`ui-button ui-button-${kind} ${className}`} {...rest} />;
}
