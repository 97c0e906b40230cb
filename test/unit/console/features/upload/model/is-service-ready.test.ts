import { expect, it } from 'vitest';
import { isServiceReady } from '../../../../../../src/console/features/upload/model/is-service-ready.ts';
import { disconnect, fakeApi, refuse } from '../../../support/fake-api.ts';

it.each([
  ['a service that is ready', Response.json({ status: 'ready' }), true],
  ['one without its database', refuse(503, 1001), false],
  ['one that does not answer', disconnect, false],
])('of %s', async (_, answer, isReady) => {
  const { calls } = fakeApi({ 'GET /ready': answer });
  expect(await isServiceReady()).toBe(isReady);
  expect(calls.map(({ request }) => request.cache)).toEqual(['no-store']);
});
