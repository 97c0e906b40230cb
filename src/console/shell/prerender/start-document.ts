/** The parts of the start page's document that depend on its language, as HTML. */
export interface StartDocument {
  readonly title: string;
  readonly description: string;
  readonly noScript: string;
  readonly page: string;
}
