import { packageLimits } from '@repertoire/skill-md'
import { zipLimits } from '@repertoire/skill-md/zip'

/** Limits of what other servers answer. Bytes, unless noted otherwise. */
export const remoteLimits = {
  /** Of an index or any other JSON document: larger ones would block the event loop. */
  jsonBytes: 4 * 1024 * 1024,
  /** Nesting of a JSON document. */
  jsonDepth: 32,
  /** Of JSON with the files of one skill. */
  filesJsonBytes: 8 * 1024 * 1024,
  /** Of one archive. */
  archiveBytes: zipLimits.archiveBytes,
  skillMdBytes: packageLimits.skillMdBytes,
  /** Skills of one index; the ones after them are left out. */
  entries: 5000,
  /** Files of one skill that are listed one by one. */
  listedFiles: 1000,
  /** All skills that have to be read before their versions are known, together. */
  heldBytes: 128 * 1024 * 1024,
  /** Their files, each of which costs a request at every sync. */
  heldFiles: 10_000,
  /** Ids of one registry. */
  registrySkills: 500,
  /** Skills that a source of a whole registry offers, beside those that were taken from it. */
  trendingSkills: 100,
  /** Requests at a time to one source. */
  requestsAtOnce: 4,
  /** Milliseconds; a server that asks for more is believed this much. */
  retryAfterMs: 24 * 60 * 60 * 1000,
} as const
