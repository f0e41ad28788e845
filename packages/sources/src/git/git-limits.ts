import { packageLimits } from '@repertoire/skill-md'

/** Limits of one reading of a repository. Bytes, unless noted otherwise. */
export const gitLimits = {
  /** Of everything that the server sends. */
  networkBytes: 512 * 1024 * 1024,
  /** Address space of one git process. */
  memoryBytes: 1024 * 1024 * 1024,
  /** Of one file; larger ones are not fetched where the server can leave them out. */
  blobBytes: 8 * 1024 * 1024,
  packageBytes: packageLimits.packageBytes,
  /** Files of one skill. */
  packageFiles: packageLimits.files,
  /** Files and folders of a repository. A tree that repeats itself has billions. */
  treeEntries: 300_000,
  /** The paths of all of them together, as git lists them. */
  listingBytes: 64 * 1024 * 1024,
  /** Refs that a server may list. */
  refsBytes: 4 * 1024 * 1024,
  /** Files that are asked for at a time: what is read in vain of a skill over the limit. */
  filesAtOnce: 32,
  /** All files of an archive that is read where there is no git: they are held in memory. */
  heldBytes: 128 * 1024 * 1024,
  /** Milliseconds for one command. */
  lsRemoteMs: 60_000,
  fetchMs: 10 * 60_000,
  readMs: 10 * 60_000,
  /** Commits that are looked through for the one that was read before. */
  history: 200,
  /** What git lists of them and of the files that they changed. */
  logBytes: 8 * 1024 * 1024,
  /** Repositories that are kept, to fetch only what is new. */
  keptRepositories: 50,
  /** Of one of them; with more it is fetched anew. */
  keptPacks: 100,
  keptBytes: 1024 * 1024 * 1024,
} as const
