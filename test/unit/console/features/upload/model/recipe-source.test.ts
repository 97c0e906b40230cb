import { expect, it, onTestFinished, vi } from 'vitest';
import type { TintypeApi } from '../../../../../../src/client/api.ts';
import { ApiError } from '../../../../../../src/client/errors.ts';
import {
  LOOK_AGAIN_MS,
  RecipeSource,
} from '../../../../../../src/console/features/upload/model/recipe-source.ts';
import { RECIPE } from '../../../../client/imaging/fixtures/recipe.ts';

it('a recipe that could not be read is asked for again, once for all who wait', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const readRecipe = vi
    .fn<TintypeApi['readRecipe']>()
    .mockRejectedValueOnce(new ApiError(500, 1000, '', null))
    .mockResolvedValue(RECIPE);
  const lookAgain = vi.fn<() => void>();
  const api = { readRecipe } as unknown as TintypeApi;
  const source = new RecipeSource(api, () => undefined, lookAgain);
  const asked = await Promise.allSettled([source.read(), source.read()]);
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  vi.advanceTimersByTime(LOOK_AGAIN_MS);
  expect(lookAgain).toHaveBeenCalledTimes(1);
  await expect(Promise.all([source.read(), source.read()])).resolves.toEqual([RECIPE, RECIPE]);
  expect(readRecipe).toHaveBeenCalledTimes(2);
});
