const SENTENCES = {
  not_riff: 'The file does not begin with a WebP (RIFF) header.',
  riff_size: 'The RIFF size is odd, too small or too large.',
  truncated: 'The file is shorter than its RIFF size says.',
  trailing_bytes: 'The file is longer than its RIFF size says.',
  chunk_size: 'A chunk does not fit into what is left of the file.',
  padding: 'The padding byte of a chunk is not zero.',
  animated: 'The image is animated.',
  bad_vp8x: 'The extended header (VP8X) does not have its fixed size.',
  bad_vp8: 'The lossy bitstream (VP8) does not begin with a sound key frame header.',
  bad_vp8l: 'The lossless bitstream (VP8L) does not begin with a sound header.',
  bad_alpha: 'The alpha chunk (ALPH) is too short or of an unknown kind.',
  chunk_order: 'The chunks are not in the order that the format asks for.',
  duplicate_chunk: 'A chunk that may be there once is there twice.',
  unexpected_chunk: 'A chunk is there that this kind of WebP file cannot hold.',
  missing_image: 'The file holds no image.',
  canvas_mismatch: 'The canvas and the bitstream differ in size.',
  flags_mismatch: 'The flags of the extended header (VP8X) do not agree with the chunks.',
} as const;

export type WebpFault = keyof typeof SENTENCES;

export const WEBP_FAULTS = Object.keys(SENTENCES) as readonly WebpFault[];

export function describeWebpFault(fault: WebpFault): string {
  return SENTENCES[fault];
}
