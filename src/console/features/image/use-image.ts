import { useSignal } from '@preact/signals';
import { useCallback, useEffect, useRef } from 'preact/hooks';
import { nextPollDelay } from '../../../client/poll-delay.ts';
import { callTagged } from '../../api/call-tagged.ts';
import { api } from '../../api/client.ts';
import type { Tagged } from '../../api/types.ts';
import type { components } from '../../api/schema.d.ts';
import { isInWork } from '../gallery/model/gallery-state.ts';
import { watchImages } from '../../state/image-changes.ts';
import { useResource } from '../../state/resource.ts';

export type ImageDetail = Tagged<components['schemas']['ImageDetail']>;

export function readImage(id: number, signal?: AbortSignal): Promise<ImageDetail> {
  const params = { path: { id } };
  return callTagged(api.GET('/api/v1/images/{id}', { params, ...(signal && { signal }) }));
}

/** An image, read again after changes and while it is processed. */
export function useImage(id: string) {
  const { value, error, isLoading, reload, set } = useResource(
    (signal) => readImage(Number(id), signal),
    id,
  );
  useEffect(() => watchImages(reload), [reload]);
  // The previous image stays until this one has loaded.
  const image = value.value?.id === Number(id) ? value.value : undefined;

  const startedAt = useRef(Date.now());
  const isOverdue = useSignal(false);
  const begin = useCallback(() => {
    startedAt.current = Date.now();
    isOverdue.value = false;
  }, [isOverdue]);
  useEffect(begin, [id, begin]);
  const waits = !isLoading.value && image !== undefined && isInWork(image) && !isOverdue.value;
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
    begin();
    reload();
  };
  /** Ignores the late answer of a change to another image. */
  const latest = useRef(id);
  latest.current = id;
  const show = useCallback(
    (changed: ImageDetail): void => {
      if (changed.id === Number(latest.current)) set(changed);
    },
    [set],
  );
  return {
    value: image,
    error: error.value,
    isOverdue: isOverdue.value,
    reload,
    set: show,
    lookAgain,
  };
}
