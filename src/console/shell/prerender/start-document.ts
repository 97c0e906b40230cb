/** What differs between the documents of the start page, as HTML. */
export interface StartDocument {
  readonly title: string;
  readonly description: string;
  readonly noScript: string;
  /** What the console shows at first to who is not signed in. */
  readonly page: string;
}
