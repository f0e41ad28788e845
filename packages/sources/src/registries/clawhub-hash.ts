import type { PackageFile } from '@repertoire/core'
import { sha256 } from '../reading/sha256.ts'

/**
 * The hash that ClawHub knows a version by: SHA-256 of the lines `PATH:SHA256HEX`, sorted by path. Paths with a name that
 * begins with a dot, and the card that the registry adds, do not count.
 */
export function clawHubHash(files: readonly PackageFile[]): string {
  const lines = files
    .filter(({ path }) => !isLeftOut(path))
    .toSorted((one, other) => (one.path < other.path ? -1 : 1))
    .map(({ path, bytes }) => `${path}:${sha256(bytes)}`)
  return sha256(lines.join('\n'))
}

function isLeftOut(path: string): boolean {
  const names = path.split('/')
  return names.some((name) => name.startsWith('.')) || path.toLowerCase() === 'skill-card.md'
}
