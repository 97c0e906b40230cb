import { expect, it } from 'vitest';
import { publicImage } from '../../../support/image-scene.ts';
import { revokeLink, share } from '../../../support/share-links.ts';
import { statement, runBatch } from '../../../support/sql.ts';
import { listFindings } from '../../../support/states.ts';

it('fsck is quiet about revoked share links, and reports one that is open while its count is to be erased', async () => {
  const scene = await publicImage();
  const { worker } = scene;
  const [limited, revoked] = [
    (await share(scene, { max_views: 3 })).data,
    (await share(scene, { max_views: 3, label: 'For Ada', password: 'a word' })).data,
  ];
  await revokeLink(scene, revoked.id);
  expect(await listFindings(worker)).toEqual([]);
  await runBatch(worker.services.db, [
    statement('UPDATE share_links SET revoked_at = NULL WHERE id = ?', revoked.id),
    statement("UPDATE share_links SET revoked_at = 1, label = 'x' WHERE id = ?", limited.id),
  ]);
  expect(await listFindings(worker)).toEqual([
    `share link ${revoked.id}: is open although its count of views is to be erased`,
    `share link ${limited.id}: is revoked and keeps more than its hash`,
  ]);
});
