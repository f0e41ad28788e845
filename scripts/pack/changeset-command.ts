import { fileURLToPath } from 'node:url'

/** The program `changeset` of this repository, with its first argument. */
export const changesetCommand = [
  process.execPath,
  fileURLToPath(import.meta.resolve('@changesets/cli/bin.js')),
] as const
