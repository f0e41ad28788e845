import { readFileSync } from 'node:fs'

/** The version of this package. */
export function readVersion(): string {
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')
  const { version } = JSON.parse(text)
  return typeof version === 'string' ? version : 'unknown'
}
