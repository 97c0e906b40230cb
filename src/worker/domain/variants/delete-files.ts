import { and, inArray, isNotNull } from 'drizzle-orm';
import { jsonValues, query } from '../../db/query.ts';
import { imageFiles, imageVariants } from '../../db/schema/images.ts';
import { prepareWrite, type Params, type Statement } from '../../db/statement.ts';

/** The database refuses to delete a file that still has packed variants: code that does not know them miscounts their bytes. */
export function deleteFiles(imageFileIds: readonly number[]): Statement<number>[] {
  return [
    deleteRows({ imageFileIds }),
    clearPacked({ imageFileIds }),
    deleteImageFiles({ imageFileIds }),
  ];
}

type Files = Params<{ imageFileIds: readonly number[] }>;

const deleteRows = prepareWrite((p: Files) =>
  query.delete(imageVariants).where(inArray(imageVariants.imageFileId, jsonValues(p.imageFileIds))),
);

const clearPacked = prepareWrite((p: Files) =>
  query
    .update(imageFiles)
    .set({ variants: null })
    .where(and(inArray(imageFiles.id, jsonValues(p.imageFileIds)), isNotNull(imageFiles.variants))),
);

const deleteImageFiles = prepareWrite((p: Files) =>
  query.delete(imageFiles).where(inArray(imageFiles.id, jsonValues(p.imageFileIds))),
);
