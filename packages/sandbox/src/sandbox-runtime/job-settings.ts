/** The folders and files of one execution, by their real paths. */
export interface JobFolders {
  /** All of it; where it is itself can be read by nobody inside. */
  readonly folder: string
  readonly skill: string
  readonly workspace: string
  /** HOME and TMPDIR. */
  readonly scratch: string
  readonly start: string
}

interface PathEntry {
  readonly path: string
  /** It is a name: `*`, `?` and `[` in it are no patterns. */
  readonly literal: true
}

/** What sandbox-runtime is told of one execution. */
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

/** sandbox-runtime lets everybody write here unless told otherwise: one script could leave things for another. */
const sharedByDefault = ['/tmp/claude', '/private/tmp/claude']

/**
 * Everything is denied to be read and given back one by one; written is the workspace and the scratch folder;
 * no host may be reached.
 */
export function settingsOf(
  job: JobFolders,
  host: { readonly platform: NodeJS.Platform; readonly readable: readonly string[] },
): JobSettings {
  const own = [job.skill, job.start, job.workspace, job.scratch]
  // Opening a standard stream again by its name.
  const streams = host.platform === 'darwin' ? ['/dev/fd'] : []
  return {
    network: { allowedDomains: [], deniedDomains: [] },
    filesystem: {
      denyRead: ['/', '/sys', ...sharedByDefault].map(named),
      allowRead: [...host.readable, ...own].map(named),
      allowWrite: [job.workspace, job.scratch, ...streams].map(named),
      denyWrite: sharedByDefault.map(named),
    },
  }
}

function named(path: string): PathEntry {
  return { path, literal: true }
}
