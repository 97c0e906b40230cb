import type { ComponentChildren } from 'preact';
import { explainError } from '../state/explain-error.ts';
import { text } from '../text/language.ts';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';

interface EmptyProps {
  readonly icon: IconName;
  readonly title: string;
  /** The page shows nothing else, so its title is an h1. */
  readonly isPage?: boolean;
  readonly children?: ComponentChildren;
}

export function EmptyState({ icon, title, isPage = false, children }: EmptyProps) {
  const Heading = isPage ? 'h1' : 'h2';
  return (
    <div class="state">
      <Icon name={icon} />
      <Heading>{title}</Heading>
      {children}
    </div>
  );
}

interface ErrorProps {
  readonly error: unknown;
  readonly isPage?: boolean;
  readonly onRetry?: () => void;
}

export function ErrorState({ error, isPage = false, onRetry }: ErrorProps) {
  const Heading = isPage ? 'h1' : 'h2';
  const { common } = text.value;
  return (
    <div class="state" role="alert">
      <Icon name="warning" />
      <Heading>{common.somethingFailed}</Heading>
      <p>{explainError(error)}</p>
      {onRetry !== undefined && <Button onClick={onRetry}>{common.retry}</Button>}
    </div>
  );
}

export function Loading() {
  return (
    <div class="state" role="status">
      <span class="spinner" aria-hidden="true" />
      <span class="visually-hidden">{text.value.common.loading}</span>
    </div>
  );
}
