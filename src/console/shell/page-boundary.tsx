import type { ComponentChildren } from 'preact';
import { useEffect, useErrorBoundary, useRef } from 'preact/hooks';
import { PAGES } from '../../shared/pages.ts';
import { report } from './reports/start-reports.ts';
import { isConnected } from '../state/connection.ts';
import { text } from '../text/language.ts';
import { Button, LinkButton } from '../widgets/button.tsx';
import { EmptyState } from '../widgets/states.tsx';

interface BoundaryProps {
  readonly path: string;
  readonly children: ComponentChildren;
}

export function PageBoundary({ path, children }: BoundaryProps) {
  const [fault, reset] = useErrorBoundary((error: unknown, { componentStack }) =>
    report('boundary', error, { componentStack }),
  );
  const failed = useRef(path);
  const hasFailed = fault !== undefined;
  useEffect(() => {
    if (hasFailed && failed.current !== path) reset();
    failed.current = path;
  }, [path, hasFailed, reset]);
  const isBack = isConnected.value;
  const wasOffline = useRef(false);
  useEffect(() => {
    if (hasFailed && isBack && wasOffline.current) location.reload();
    wasOffline.current = hasFailed && !isBack;
  }, [hasFailed, isBack]);
  if (!hasFailed) return <>{children}</>;
  const { common } = text.value;
  return (
    <div role="alert">
      <EmptyState icon="warning" title={isBack ? common.pageFailed : common.noConnection} isPage>
        <p>{isBack ? common.pageFailedHint : common.pageMissing}</p>
        <div class="page-boundary-actions">
          <Button kind="primary" onClick={() => location.reload()}>
            {common.reload}
          </Button>
          <LinkButton href={PAGES.start}>{common.toStart}</LinkButton>
        </div>
      </EmptyState>
    </div>
  );
}
