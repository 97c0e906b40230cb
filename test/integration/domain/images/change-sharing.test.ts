import { describe, expect, it } from 'vitest';
import { call } from '../../../support/api-call.ts';
import { registerAndLogin } from '../../../support/people.ts';
import { createTestWorker } from '../../../support/worker.ts';

const NONE = {
  allowed_sites: null,
  allow_full_size: false,
  show_camera: false,
  keep_location: false,
};

describe('how an account shares its images', () => {
  it('is without name and unlisted at first, and changes field by field', async () => {
    const worker = createTestWorker();
    const person = await registerAndLogin(worker);
    const read = async () => (await call(worker, person, 'GET', '/user/sharing')).data;
    const change = async (body: unknown) =>
      (await call(worker, person, 'PATCH', '/user/sharing', body)).data;
    expect(await read()).toEqual({ ...NONE, show_name: false, allow_indexing: false });
    expect(await change({ show_name: true })).toEqual({
      ...NONE,
      show_name: true,
      allow_indexing: false,
    });
    expect(await change({ allow_indexing: true })).toEqual({
      ...NONE,
      show_name: true,
      allow_indexing: true,
    });
    expect(await change({ show_name: false })).toEqual({
      ...NONE,
      show_name: false,
      allow_indexing: true,
    });
    expect(await change({})).toEqual({ ...NONE, show_name: false, allow_indexing: true });
    expect(await read()).toEqual({ ...NONE, show_name: false, allow_indexing: true });
  });

  it('is each account’s own', async () => {
    const worker = createTestWorker();
    const [one, other] = [await registerAndLogin(worker), await registerAndLogin(worker)];
    await call(worker, one, 'PATCH', '/user/sharing', { show_name: true });
    const { data } = await call(worker, other, 'GET', '/user/sharing');
    expect(data).toEqual({ ...NONE, show_name: false, allow_indexing: false });
  });

  it('loses neither of two changes at the same time', async () => {
    const worker = createTestWorker();
    const person = await registerAndLogin(worker);
    await Promise.all([
      call(worker, person, 'PATCH', '/user/sharing', { show_name: true }),
      call(worker, person, 'PATCH', '/user/sharing', { allow_indexing: true }),
    ]);
    const { data } = await call(worker, person, 'GET', '/user/sharing');
    expect(data).toEqual({ ...NONE, show_name: true, allow_indexing: true });
  });

  it('changes at most as often in a minute as images do', async () => {
    const worker = createTestWorker({ vars: { IMAGE_WRITES_PER_MINUTE: '2' } });
    const person = await registerAndLogin(worker);
    const codes = [];
    for (const show_name of [true, false, true]) {
      codes.push((await call(worker, person, 'PATCH', '/user/sharing', { show_name })).code);
    }
    expect(codes).toEqual([0, 0, 4029]);
  });
});
