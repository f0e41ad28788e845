import { packageLimits } from '@repertoire/skill-md'

/** Limits of one conversation's folder, in bytes unless noted. */
export const workspaceLimits = {
  /** Number of files. */
  files: 1000,
  bytes: 64 * 1024 * 1024,
  /** The size of a file that tools read or write as text; the same as in a skill's folder. */
  textBytes: packageLimits.textBytes,
} as const
