import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.tsx';

type Kind = 'primary' | 'secondary' | 'quiet' | 'danger';

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'icon'> {
  readonly kind?: Kind;
  readonly icon?: IconName;
  /** While its action runs: it keeps the focus and takes no second press. */
  readonly isBusy?: boolean;
  /** Takes no press but keeps the focus, which `disabled` would lose. */
  readonly isBlocked?: boolean;
  readonly children?: ComponentChildren;
}

export function Button({
  kind = 'secondary',
  icon,
  isBusy = false,
  isBlocked = false,
  children,
  onClick,
  ...props
}: ButtonProps) {
  return (
    <button
      type="button"
      {...props}
      class={`button button-${kind}`}
      aria-busy={isBusy}
      aria-disabled={isBusy || isBlocked}
      onClick={(event) => {
        if (isBusy || isBlocked) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {icon !== undefined && <Icon name={icon} />}
      {children !== undefined && <span>{children}</span>}
    </button>
  );
}

interface IconButtonProps extends Omit<ButtonProps, 'children' | 'label' | 'icon' | 'isBusy'> {
  readonly icon: IconName;
  /** The accessible name, shown as a tooltip, too. */
  readonly label: string;
}

export function IconButton({
  icon,
  label,
  kind = 'quiet',
  isBlocked = false,
  onClick,
  ...props
}: IconButtonProps) {
  return (
    <button
      type="button"
      {...props}
      class={`icon-button button-${kind}`}
      aria-label={label}
      aria-disabled={isBlocked}
      title={label}
      onClick={(event) => {
        if (!isBlocked) onClick?.(event);
      }}
    >
      <Icon name={icon} />
    </button>
  );
}

interface LinkButtonProps {
  readonly href: string;
  readonly kind?: Kind;
  readonly icon?: IconName;
  readonly children: ComponentChildren;
}

export function LinkButton({ href, kind = 'secondary', icon, children }: LinkButtonProps) {
  return (
    <a href={href} class={`button button-${kind}`}>
      {icon !== undefined && <Icon name={icon} />}
      <span>{children}</span>
    </a>
  );
}
