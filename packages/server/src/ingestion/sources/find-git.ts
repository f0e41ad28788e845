import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** Partial fetches and the settings that are relied on are in every version from this one. */
const least = [2, 30] as const

/** The git of the system; null where there is none, or only an older one. Looked for until it is found. */
export function createGitLookup(program = 'git'): () => Promise<string | null> {
  let found: Promise<string | null> | undefined
  return async () => {
    found ??= find(program)
    const git = await found
    // It may be installed while the server runs.
    if (git === null) found = undefined
    return git
  }
}

async function find(program: string): Promise<string | null> {
  try {
    const { stdout } = await run(program, ['version'], { timeout: 10_000 })
    const [, major, minor] = /(\d+)\.(\d+)/.exec(stdout)?.map(Number) ?? []
    if (major === undefined || minor === undefined) return null
    return major > least[0] || (major === least[0] && minor >= least[1]) ? program : null
  } catch {
    return null
  }
}
