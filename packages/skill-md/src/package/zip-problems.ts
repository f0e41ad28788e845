import type { PackageProblem } from './package-file.ts'

const recreateArchiveHint = 'Create the archive again with a standard zip program.'

export const zipTooLarge = (size: number, limit: number): PackageProblem => ({
  code: 'zip.too-large',
  kind: 'too-large',
  message: `The archive has ${size} bytes; at most ${limit} are allowed.`,
  hint: 'Leave out what the skill does not need, or split it into several skills.',
  details: { size, limit },
})

export const zipTooManyEntries = (limit: number): PackageProblem => ({
  code: 'zip.too-many-entries',
  kind: 'too-large',
  message: `The archive has more than ${limit} entries.`,
  hint: 'Leave out what the skill does not need, or split it into several skills.',
  details: { limit },
})

/** The compression ratio exceeds that of any legitimate archive. */
export const zipBomb = (size: number, ratio: number): PackageProblem => ({
  code: 'zip.bomb',
  kind: 'too-large',
  message: `The archive would grow to ${size} bytes, more than ${ratio} times its own size.`,
  hint: 'Store such files uncompressed, or leave them out.',
  details: { size, ratio },
})

export const zipSpecialEntry = (path: string, what: string): PackageProblem => ({
  code: 'zip.special-entry',
  kind: 'invalid',
  message: `${JSON.stringify(path.slice(0, 200))} in the archive is ${what}; only files and folders are allowed.`,
  hint: 'Replace it with the file itself.',
  details: { path: path.slice(0, 400) },
})

export const zipEncrypted = (path: string): PackageProblem => ({
  code: 'zip.encrypted',
  kind: 'unsupported',
  message: `${JSON.stringify(path.slice(0, 200))} in the archive is encrypted.`,
  hint: 'Create the archive without a password.',
  details: { path: path.slice(0, 400) },
})

export const zipMethodUnsupported = (path: string, method: number): PackageProblem => ({
  code: 'zip.method-unsupported',
  kind: 'unsupported',
  message: `${JSON.stringify(path.slice(0, 200))} is compressed by method ${method}; only stored and deflated files are supported.`,
  hint: recreateArchiveHint,
  details: { path: path.slice(0, 400), method },
})

export const zipOverlap: PackageProblem = {
  code: 'zip.overlapping',
  kind: 'invalid',
  message: 'Two entries of the archive share the same bytes.',
  hint: recreateArchiveHint,
}

/** Two zip readers could extract different files. */
export const zipMismatch = (reason: string): PackageProblem => ({
  code: 'zip.ambiguous',
  kind: 'invalid',
  message: `The archive can be read in more than one way: ${reason}.`,
  hint: recreateArchiveHint,
  details: { reason },
})

export const zipSizeMismatch = (path: string): PackageProblem => ({
  code: 'zip.size-mismatch',
  kind: 'invalid',
  message: `${JSON.stringify(path.slice(0, 200))} does not have the size declared in the archive.`,
  hint: recreateArchiveHint,
  details: { path: path.slice(0, 400) },
})

export const zipCorrupt = (reason: string): PackageProblem => ({
  code: 'zip.damaged',
  kind: 'invalid',
  message: `The archive cannot be read: ${reason}.`,
  hint: recreateArchiveHint,
  details: { reason },
})

export const zipSplit: PackageProblem = {
  code: 'zip.split',
  kind: 'unsupported',
  message: 'The archive is one part of several.',
  hint: 'Create it as a single file.',
}

/** Carries a problem through the callbacks of the zip library. */
export class ZipRejected extends Error {
  readonly problem: PackageProblem

  constructor(problem: PackageProblem) {
    super(problem.message)
    this.name = 'ZipRejected'
    this.problem = problem
  }
}
