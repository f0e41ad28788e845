import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../proof/paths.ts'

export interface Tarball {
  readonly name: string
  readonly version: string
  /** Absolute. */
  readonly file: string
  readonly integrity: string
  readonly shasum: string
  readonly bytes: number
  readonly unpackedBytes: number
  readonly entries: number
}

interface NpmPacked extends Pick<Tarball, 'name' | 'version' | 'integrity' | 'shasum'> {
  readonly filename: string
  readonly size: number
  readonly unpackedSize: number
  readonly entryCount: number
}

/** Packs built folders as `npm publish` does. */
export function packTarballs(folders: readonly string[], destination: string): Tarball[] {
  const args = ['pack', ...folders, '--json', '--pack-destination', destination]
  const text = execFileSync('npm', args, {
    ...{ cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
    ...{ stdio: ['ignore', 'pipe', 'pipe'], shell: process.platform === 'win32' },
  })
  const answer: NpmPacked[] | Record<string, NpmPacked> = JSON.parse(text)
  return Object.values(answer).map(
    ({ filename, size, unpackedSize, entryCount, name, version, integrity, shasum }) => ({
      ...{ name, version, integrity, shasum, file: join(destination, filename) },
      ...{ bytes: size, unpackedBytes: unpackedSize, entries: entryCount },
    }),
  )
}
