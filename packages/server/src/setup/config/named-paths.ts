import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { configProblem } from './flags.ts'

/** A file or folder that a variable names. */
export interface NamedPath {
  readonly variable: string
  readonly kind: 'file' | 'folder'
  /** Absolute. */
  readonly path: string
}

const variables = {
  REPERTOIRE_SIGN_ON: 'file',
  REPERTOIRE_CONNECTORS: 'file',
  REPERTOIRE_INTEGRATIONS_DIR: 'folder',
} as const

/** What the settings name. What stands in the data folder by default may be absent, and is not among it. */
export function namedPaths(
  values: { readonly [Name in keyof typeof variables]?: string | undefined },
  cwd: string,
): readonly NamedPath[] {
  return Object.entries(variables).flatMap(([variable, kind]) => {
    const path = values[variable as keyof typeof variables]
    return path === undefined ? [] : [{ variable, kind, path: resolve(cwd, path) }]
  })
}

/**
 * Throws ProblemError `config.invalid` for a path that is not there: ignored, it would switch off what its operator counts
 * on.
 */
export async function checkNamedPaths(paths: readonly NamedPath[]): Promise<void> {
  const checked = await Promise.all(paths.map(problemOf))
  const wrong = checked.filter((problem) => problem !== null)
  if (wrong.length > 0) throw configProblem(`Settings that cannot be used: ${wrong.join('; ')}`)
}

async function problemOf({ variable, kind, path }: NamedPath): Promise<string | null> {
  try {
    const found = await stat(path)
    const fits = kind === 'folder' ? found.isDirectory() : !found.isDirectory()
    return fits ? null : `${variable}: ${path} is no ${kind}`
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return `${variable}: ${path} does not exist`
    return `${variable}: ${path} cannot be read (${code})`
  }
}
