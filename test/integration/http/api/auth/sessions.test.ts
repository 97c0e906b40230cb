import { describe, expect, it } from 'vitest';
import { registerAndLogin } from '../../../../support/people.ts';
import { createTestWorker } from '../../../../support/worker.ts';

const ME = '/api/v1/auth/me';
const LOGOUT = '/api/v1/auth/logout';

describe('a web session', () => {
  it('is opened by login, valid by cookie and by bearer token, and ended by logout', async () => {
    const worker = createTestWorker();
    const person = await registerAndLogin(worker, { username: 'Ada.L' });
    for (const headers of [person.headers, { Authorization: `Bearer ${person.bearer}` }]) {
      const response = await worker.fetch(ME, { headers });
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({ code: 0, data: { username: 'ada.l' } });
    }
    const response = await worker.fetch(LOGOUT, { method: 'POST', headers: person.headers });
    expect(await response.json()).toEqual({ code: 0, message: 'ok', data: null });
    const after = await worker.fetch(ME, { headers: person.headers });
    expect(await after.json()).toMatchObject({ code: 4010 });
  });
});
