import type { ComponentProps } from 'react';
import { Icon, type IconName } from './icon';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'title'> {
  /** Its name, also shown as the tooltip. */
  readonly label: string;
  readonly icon: IconName;
  readonly iconSize?: number;
}

export function IconButton({ label, icon, iconSize, className = '', children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      className={`ui-button ui-icon-button ${className}`}
      aria-label={label}
      title={label}
      {...rest}
    >
      <Icon name={icon} size={iconSize ?? 14} />
      {children}
    </button>
  );
}
