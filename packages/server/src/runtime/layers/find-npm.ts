import { existsSync, realpathSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import type { ExecutionRequest } from '@repertoire/sandbox'

/** Where npm is, for a sandbox. */
export interface NpmInstallation {
  /** Path of npm's program inside the sandbox. */
  readonly program: string
  readonly layers: ExecutionRequest['layers']
}

const at = '/layers/npm'

/** The npm beside the Node that runs us, else the one in PATH. Null when there is none. */
export function findNpm(): NpmInstallation | null {
  const bin = dirname(realpathSync(process.execPath))
  const beside = ['../lib/node_modules/npm', 'node_modules/npm'].map((path) =>
    join(bin, path, 'bin/npm-cli.js'),
  )
  const inPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'npm'))
  const found = [...beside, ...inPath].filter(existsSync).map((file) => realpathSync(file))
  const cli = found.find((file) => basename(file) === 'npm-cli.js')
  if (cli === undefined) return null
  const folder = dirname(dirname(cli))
  // Debian's npm has its dependencies beside it, and every sandbox sees /usr.
  if (folder.startsWith('/usr/share/')) return { program: cli, layers: [] }
  return { program: `${at}/bin/npm-cli.js`, layers: [{ hostPath: folder, at }] }
}
