import { describe, expect, it } from 'vitest';
import { writeImage } from '../../../../src/worker/domain/images/write-image.ts';
import { revokeActiveToken } from '../../../../src/worker/domain/tokens/revoke-active-token.ts';
import { issue, privateImage } from '../../../support/image-scene.ts';
import { registerAndLogin, type Person } from '../../../support/people.ts';
import { registerAdmin } from '../../../support/states.ts';

describe('a change of an image by its owner only', () => {
  it('is made for the owner, and refused to an administrator and to another user', async () => {
    const scene = await privateImage();
    await issue(scene);
    const { worker, image, owner } = scene;
    const revoke = async (person: Person): Promise<number | undefined> => {
      const { results } = await writeImage(
        worker.services,
        { ...person, kind: 'web' },
        image.imageId,
        'owner_only',
        () => ({ revoked: revokeActiveToken(image.imageId, worker.clock.now()) }),
      );
      return results.revoked;
    };
    for (const other of [await registerAdmin(worker), await registerAndLogin(worker)]) {
      await expect(revoke(other)).rejects.toThrow('image_forbidden');
    }
    expect(await revoke(owner)).toBe(1);
  });
});
