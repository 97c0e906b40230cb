/** 0 for none. */
export type Address = number;
export type Box = readonly [left: number, top: number, width: number, height: number];
export type Sides = readonly [width: number, height: number];
export type Flag = 0 | 1;

/** Of scripts/picture-engine. */
export interface EngineExports {
  allocate(bytes: number): Address;
  release(memory: Address): void;
  clear(): void;
  fileLength(): number;
  openJpeg(file: Address, bytes: number): void;
  jpegWidth(): number;
  jpegHeight(): number;
  hasLuma(): Flag;
  closeJpeg(): void;
  shrinkJpeg(width: number, height: number): Address;
  shrinkJpegToPicture(width: number, height: number, orientation: number, isVideo: Flag): void;
  encodeJpeg(rgba: Address, width: number, height: number, quality: number): Address;
  encodePng(rgba: Address, width: number, height: number): Address;
  draw(
    isJpeg: Flag,
    ...source: readonly [
      ...Sides,
      orientation: number,
      hasAlpha: Flag,
      isConverted: Flag,
      ...Box,
      ...Sides,
    ]
  ): Address;
  drawRows(...sizes: readonly [...Sides, hasAlpha: Flag, ...Sides]): Address;
  redraw(from: Address, ...sizes: readonly [...Sides, hasAlpha: Flag, ...Box, ...Sides]): Address;
  decodePlanes(file: Address, bytes: number): Flag;
  decodePixels(file: Address, bytes: number): Address;
  shrinkWebp(data: Address, bytes: number, ...sizes: readonly [...Sides, ...Sides]): Address;
  shrinkPixels(
    file: Address,
    bytes: number,
    ...sizes: readonly [...Sides, hasAlpha: Flag, ...Sides]
  ): Address;
  shrinkPng(
    file: Address,
    bytes: number,
    ...sizes: readonly [...Sides, hasAlpha: Flag, ...Sides]
  ): Address;
  shrinkPngToPicture(
    file: Address,
    bytes: number,
    ...drawing: readonly [...Sides, ...Sides, orientation: number, isVideo: Flag]
  ): void;
  shrinkWebpToPicture(
    data: Address,
    bytes: number,
    ...sizes: readonly [...Sides, ...Sides, isVideo: Flag]
  ): Flag;
  width(): number;
  height(): number;
  luma(): Address;
  chromaU(): Address;
  chromaV(): Address;
  alpha(): Address;
  encodePicture(quality: number): Address;
  encodePlanes(quality: number, isLowOnMemory: Flag): Address;
  encodePictureAsJpeg(quality: number): Address;
  encodePixels(
    rgba: Address,
    width: number,
    height: number,
    withAlpha: Flag,
    quality: number,
    isLowOnMemory: Flag,
  ): Address;
}
