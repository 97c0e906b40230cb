import { beforeEach, expect, it, vi } from 'vitest';
import { drawComponent } from '../../../support/draw-component.ts';
import { loadModules } from '../../../support/load-modules.ts';

interface Modules {
  readonly AuditRow: unknown;
}

beforeEach(() => {
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('location', { origin: 'http://localhost' });
});

/** The names and values of an entry's fields. */
const drawFields = async (action: string, detail: object): Promise<string[][]> => {
  const { AuditRow } = await loadModules<Modules>('features/admin/audit/audit-row.tsx');
  const entry = {
    id: 1,
    actor_id: 7,
    action,
    subject: 'image:5',
    detail: JSON.stringify(detail),
    created_at: '2026-01-02T03:04:05.000Z',
  };
  const html = await drawComponent(AuditRow, { entry });
  const found = html.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/gu);
  return [...found].map(([, name = '', value = '']) => [name, value]);
};

it('tells the direction of a visibility change', async () => {
  expect(await drawFields('change_visibility', { from: 'public', to: 'private' })).toEqual([
    ['Before', 'Public'],
    ['After', 'Private'],
  ]);
});

it('shows link and name of a deleted image as they were, even a name that is a status', async () => {
  expect(await drawFields('delete_image', { link: 'aB3', name: 'active' })).toEqual([
    ['Link', 'aB3'],
    ['Name', 'active'],
  ]);
});
