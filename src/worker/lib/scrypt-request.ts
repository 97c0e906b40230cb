/** N = 2^ln; scrypt takes 128·N·r bytes. */
export interface ScryptCost {
  readonly ln: number;
  readonly r: number;
  readonly p: number;
}

export interface ScryptRequest {
  readonly password: Uint8Array<ArrayBuffer>;
  readonly salt: Uint8Array<ArrayBuffer>;
  readonly cost: ScryptCost;
  readonly length: number;
}
