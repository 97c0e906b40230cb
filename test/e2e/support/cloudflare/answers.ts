/** A refusal with the platform's own error code. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: number;

  constructor(status: number, code: number, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export interface Call {
  /** What the path's pattern captures. */
  readonly names: readonly string[];
  readonly query: URLSearchParams;
  readonly headers: Headers;
  json(): Promise<Record<string, unknown>>;
  form(): Promise<FormData>;
}

/** The result of a call, which the platform wraps. */
type Handler = (call: Call) => unknown;

/** By method and pattern of the path after the account's id: `GET /d1/database/:`, where `:` captures one segment. */
export type Routes = Readonly<Record<string, Handler>>;

/** The first name that a path captures. */
export const nameOf = ({ names: [name = ''] }: Call): string => name;

export const found = <Value>(value: Value | undefined, status: number, code: number): Value => {
  if (value === undefined) throw new Refusal(status, code, 'not found');
  return value;
};

const PAGE_ROWS = 20;

/** Some clients ask for pages until one is empty. */
export const pageOf = <Row>({ query }: Call, rows: readonly Row[]): Row[] => {
  const size = Number(query.get('per_page') ?? PAGE_ROWS);
  const from = (Number(query.get('page') ?? 1) - 1) * size;
  return rows.slice(from, from + size);
};
