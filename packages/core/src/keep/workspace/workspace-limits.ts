import { packageLimits } from '@repertoire/skill-md'

/** What one conversation's folder may hold. Bytes, except where it says otherwise. */
export const workspaceLimits = {
  /** Number of files. */
  files: 1000,
  bytes: 64 * 1024 * 1024,
  /** Of a file that tools read or write as text; the same as in a skill's folder. */
  textBytes: packageLimits.textBytes,
} as const
