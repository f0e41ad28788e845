/** The folders and files of one execution, by their real paths. */
export interface JobFolders {
  /** The parent of all others; not readable inside. */
  readonly folder: string
  readonly skill: string
  readonly workspace: string
  /** HOME and TMPDIR. */
  readonly scratch: string
  readonly start: string
}

interface PathEntry {
  readonly path: string
  /** Taken literally: `*`, `?` and `[` are not patterns. */
  readonly literal: true
}

/** The settings of sandbox-runtime for one execution. */
export interface JobSettings {
  readonly network: {
    readonly allowedDomains: readonly string[]
    readonly deniedDomains: readonly string[]
  }
  readonly filesystem: {
    readonly denyRead: readonly PathEntry[]
    readonly allowRead: readonly PathEntry[]
    readonly allowWrite: readonly PathEntry[]
    readonly denyWrite: readonly PathEntry[]
  }
}

/** sandbox-runtime makes these writable by default, so one script could leave files for another. */
const sharedDefaultFolders = ['/tmp/claude', '/private/tmp/claude']

/**
 * Denies all reads and allows the listed paths; allows writes to the workspace and the scratch folder; allows
 * no hosts.
 */
export function settingsOf(
  job: JobFolders,
  host: { readonly platform: NodeJS.Platform; readonly readable: readonly string[] },
): JobSettings {
  const own = [job.skill, job.start, job.workspace, job.scratch]
  // For reopening a standard stream by its name.
  const streams = host.platform === 'darwin' ? ['/dev/fd'] : []
  return {
    network: { allowedDomains: [], deniedDomains: [] },
    filesystem: {
      denyRead: ['/', '/sys', ...sharedDefaultFolders].map(literalPath),
      allowRead: [...host.readable, ...own].map(literalPath),
      allowWrite: [job.workspace, job.scratch, ...streams].map(literalPath),
      denyWrite: sharedDefaultFolders.map(literalPath),
    },
  }
}

function literalPath(path: string): PathEntry {
  return { path, literal: true }
}
