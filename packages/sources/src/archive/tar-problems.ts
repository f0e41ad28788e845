import type { PackageProblem } from '@repertoire/skill-md'
import { zipLimits } from '@repertoire/skill-md/zip'
import { quoted } from '../http/quoted.ts'

const createAgainHint = 'Create the archive again with a standard tar program.'

/** Carries a problem through the callbacks of the tar library. */
export class TarRejectedError extends Error {
  readonly problem: PackageProblem

  constructor(problem: PackageProblem) {
    super(problem.message)
    this.name = 'TarRejectedError'
    this.problem = problem
  }
}

export const tarTooLarge = (size: number, limit: number): PackageProblem => ({
  code: 'tar.too-large',
  kind: 'too-large',
  message: `The archive has ${size} bytes; at most ${limit} are allowed.`,
  hint: 'Leave out what the skill does not need, or split it into several skills.',
  details: { size, limit },
})

export const tarTooManyEntries: PackageProblem = {
  code: 'tar.too-many-entries',
  kind: 'too-large',
  message: `The archive has more than ${zipLimits.entries} entries.`,
  hint: 'Leave out what the skill does not need, or split it into several skills.',
  details: { limit: zipLimits.entries },
}

export const tarBomb: PackageProblem = {
  code: 'tar.bomb',
  kind: 'too-large',
  message: `The archive grows to more than ${zipLimits.ratio} times its own size, or past the limit of a skill.`,
  hint: 'Leave such files out.',
  details: { ratio: zipLimits.ratio },
}

export const tarSpecialEntry = (path: string, type: string): PackageProblem => ({
  code: 'tar.special-entry',
  kind: 'invalid',
  message: `${quoted(path)} in the archive is a ${type}; only files and folders are allowed.`,
  hint: 'Replace it with the file itself.',
  details: { path: path.slice(0, 400) },
})

export const tarCorrupt: PackageProblem = {
  code: 'tar.damaged',
  kind: 'invalid',
  message: 'The archive cannot be read: it is damaged, cut off, or no tar archive.',
  hint: createAgainHint,
}
