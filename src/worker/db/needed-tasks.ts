/**
 * Tasks by the migration that needs them done, since it drops the form that they convert. The migration has the
 * statements of docs/architecture.md, which refuse to apply it before; the boot gate refuses a database that has it all
 * the same.
 */
export const NEEDED_TASKS: Readonly<Record<string, readonly string[]>> = {};
