import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { nextPollDelay } from '../../../client/poll.ts';
import { api, call } from '../../api/client.ts';
import type { components } from '../../api/schema.d.ts';
import { watchChanges } from '../../images/image-changes.ts';
import { useResource } from '../../state/resource.ts';

export type ImageDetail = components['schemas']['ImageDetail'];

/** An image that stays as the service has it: read anew after changes, and while it is being published. */
export function useImage(id: string) {
  const resource = useResource(
    (signal) =>
      call(api.GET('/api/v1/images/{id}', { params: { path: { id: Number(id) } }, signal })),
    id,
  );
  const { reload, isLoading, value } = resource;
  useEffect(() => watchChanges(reload), [reload]);

  const startedAt = useRef(Date.now());
  const isOverdue = useSignal(false);
  const waits = !isLoading.value && isInWork(value.value) && !isOverdue.value;
  useEffect(() => {
    if (!waits) return undefined;
    const delay = nextPollDelay(Date.now() - startedAt.current);
    if (delay === null) {
      isOverdue.value = true;
      return undefined;
    }
    const timer = setTimeout(reload, delay);
    return () => clearTimeout(timer);
  }, [waits, reload, isOverdue]);

  const lookAgain = (): void => {
    startedAt.current = Date.now();
    isOverdue.value = false;
    reload();
  };
  return { ...resource, isOverdue, lookAgain };
}

/** Whether an image is being published. */
export function isInWork(image: ImageDetail | undefined): boolean {
  return image?.processing_status === 'pending' || image?.processing_status === 'processing';
}
