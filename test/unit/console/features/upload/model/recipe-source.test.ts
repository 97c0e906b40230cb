import { signal } from '@preact/signals';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { TintypeApi } from '../../../../../../src/client/api.ts';
import { ApiError } from '../../../../../../src/client/errors.ts';
import {
  RecipeSource,
  RETRY_MS,
} from '../../../../../../src/console/features/upload/model/recipe-source.ts';
import { RECIPE } from '../../../../client/imaging/fixtures/recipe.ts';

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
});

const open = (failure: Error) => {
  const readRecipe = vi
    .fn<TintypeApi['readRecipe']>()
    .mockRejectedValueOnce(failure)
    .mockResolvedValue(RECIPE);
  const api = { readRecipe } as unknown as TintypeApi;
  return { readRecipe, source: new RecipeSource(api, () => undefined) };
};

it('a recipe that could not be read is read again, once for all callers', async () => {
  const { readRecipe, source } = open(new ApiError(500, 1000, '', null));
  const asked = await Promise.allSettled([source.read(), source.read()]);
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(Promise.all([source.read(), source.read()])).resolves.toEqual([RECIPE, RECIPE]);
  expect(readRecipe).toHaveBeenCalledTimes(2);
});

it.each([
  ['a pause', null, RETRY_MS],
  ['the time that the service named', 60_000, 60_000],
])('a recipe that is needed is read again after %s', async (_, retryMs, pauseMs) => {
  const { readRecipe, source } = open(new ApiError(429, 4029, '', retryMs));
  const isNeeded = signal(false);
  onTestFinished(source.readWhile(isNeeded));
  expect(readRecipe).not.toHaveBeenCalled();
  isNeeded.value = true;
  await vi.advanceTimersByTimeAsync(pauseMs - 1);
  expect(readRecipe).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(1);
  expect(source.known.peek()).toEqual(RECIPE);
});
