/** Where a part's body is sent to. */
export const putUrl = (uploadId: string, kind: string): string =>
  `/api/v1/uploads/${uploadId}/parts/${kind}`;
