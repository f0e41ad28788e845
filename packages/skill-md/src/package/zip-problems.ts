import type { PackageProblem } from './package-file.ts'

const recreateArchiveHint = 'Make the archive again with an ordinary zip program and send that.'

export const zipTooLarge = (size: number, limit: number): PackageProblem => ({
  code: 'zip.too-large',
  kind: 'too-large',
  message: `The archive is ${size} bytes; at most ${limit} are taken.`,
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

/** It would grow more than any honest archive does. */
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
  message: `${JSON.stringify(path.slice(0, 200))} in the archive is ${what}; only files and folders are taken.`,
  hint: 'Put the file itself in its place.',
  details: { path: path.slice(0, 400) },
})

export const zipEncrypted = (path: string): PackageProblem => ({
  code: 'zip.encrypted',
  kind: 'unsupported',
  message: `${JSON.stringify(path.slice(0, 200))} in the archive is encrypted.`,
  hint: 'Make the archive without a password.',
  details: { path: path.slice(0, 400) },
})

export const zipMethodUnsupported = (path: string, method: number): PackageProblem => ({
  code: 'zip.method-unsupported',
  kind: 'unsupported',
  message: `${JSON.stringify(path.slice(0, 200))} is compressed by method ${method}; only stored and deflated files are taken.`,
  hint: recreateArchiveHint,
  details: { path: path.slice(0, 400), method },
})

export const zipOverlapping: PackageProblem = {
  code: 'zip.overlapping',
  kind: 'invalid',
  message: 'Two entries of the archive share the same bytes.',
  hint: recreateArchiveHint,
}

/** Two readers of the same bytes could see different files. */
export const zipAmbiguous = (reason: string): PackageProblem => ({
  code: 'zip.ambiguous',
  kind: 'invalid',
  message: `The archive can be read in more than one way: ${reason}.`,
  hint: recreateArchiveHint,
  details: { reason },
})

export const zipSizeMismatch = (path: string): PackageProblem => ({
  code: 'zip.size-mismatch',
  kind: 'invalid',
  message: `${JSON.stringify(path.slice(0, 200))} is not of the size the archive says.`,
  hint: recreateArchiveHint,
  details: { path: path.slice(0, 400) },
})

export const zipDamaged = (reason: string): PackageProblem => ({
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
  hint: 'Make it as a single file.',
}

/** For what goes wrong while a library reads: carries the problem past it. */
export class ZipRefused extends Error {
  readonly problem: PackageProblem

  constructor(problem: PackageProblem) {
    super(problem.message)
    this.name = 'ZipRefused'
    this.problem = problem
  }
}
