import {
  checkSidecar,
  type Diagnostic,
  readPackageText,
  routingSidecar,
} from '@repertoire/skill-md'
import type { JsonObject } from '../../base/json.ts'
import type { PackageFile } from '../../domain/skill.ts'

/** Maximum bytes of a sidecar, which has only a few lists of words. */
const maxBytes = 64 * 1024

/**
 * Reads the sidecar of a package. An unreadable sidecar and invalid values give diagnostics; they never reject the
 * skill.
 */
export function readSidecar(files: readonly PackageFile[]): {
  readonly value?: JsonObject
  readonly diagnostics: readonly Diagnostic[]
} {
  const file = files.find(({ path }) => path === routingSidecar)
  if (!file) return { diagnostics: [] }
  const value = file.bytes.length <= maxBytes ? parseObject(file.bytes) : undefined
  return value ? { value, diagnostics: checkSidecar(value) } : { diagnostics: [unreadable] }
}

function parseObject(bytes: Uint8Array): JsonObject | undefined {
  const read = readPackageText(bytes)
  if (!read.ok) return undefined
  try {
    const value: unknown = JSON.parse(read.text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as JsonObject) : undefined
  } catch {
    return undefined
  }
}

const unreadable: Diagnostic = {
  code: 'sidecar.unreadable',
  severity: 'warning',
  message: `${routingSidecar} is kept but ignored: it is not a JSON object of at most ${maxBytes} bytes.`,
  line: 1,
  column: 1,
}
