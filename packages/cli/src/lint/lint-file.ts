import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import {
  type Diagnostic,
  loadSkillMd,
  type ProfileName,
  suggestSkillMdFixes,
  validateSkillMd,
} from '@repertoire/skill-md'
import { isSkillMd } from '../import/find-skills.ts'

/** The lint result of one file; `--json` prints exactly these fields. */
export interface LintResult {
  path: string
  /** False when the loader or the profile would reject it. */
  ok: boolean
  name: string | null
  repaired: boolean
  diagnostics: readonly Diagnostic[]
}

export interface LintTarget {
  /** Absolute. */
  file: string
  /** As the user would write it. */
  path: string
}

const maxFileBytes = 32 * 1024 * 1024

/** Lints one file: as the importer reads it, and by a strict profile if given. */
export function lintFile({ file, path }: LintTarget, profile: ProfileName | undefined): LintResult {
  const read = readBytes(file)
  if ('diagnostic' in read) {
    return { path, ok: false, name: null, repaired: false, diagnostics: [read.diagnostic] }
  }
  const options = isSkillMd(basename(file)) ? { folderName: basename(dirname(file)) } : {}
  const loaded = loadSkillMd(read.bytes, options)
  const advice = loaded.ok ? suggestSkillMdFixes(loaded.document) : []
  const strict = profile ? validateSkillMd(read.bytes, profile, options) : []
  return {
    path,
    ok: loaded.ok && !strict.some(({ severity }) => severity === 'error'),
    name: loaded.ok ? (loaded.document.fields.name ?? null) : null,
    repaired: loaded.ok && loaded.repaired,
    diagnostics: sortByPosition([...loaded.diagnostics, ...strict, ...advice]),
  }
}

function sortByPosition(diagnostics: Diagnostic[]): Diagnostic[] {
  return diagnostics.sort((one, other) => one.line - other.line || one.column - other.column)
}

function readBytes(file: string): { bytes: Uint8Array } | { diagnostic: Diagnostic } {
  let descriptor: number | undefined
  try {
    descriptor = openSync(file, 'r')
    const { size } = fstatSync(descriptor)
    if (size > maxFileBytes) return { diagnostic: unreadable('file.too-large', `${size} bytes`) }
    return { bytes: readFileSync(descriptor) }
  } catch (error) {
    return { diagnostic: unreadable('file.unreadable', (error as Error).message) }
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}

function unreadable(code: string, reason: string): Diagnostic {
  const message = `The file cannot be read: ${reason}`
  return { code, severity: 'error', line: 1, column: 1, message }
}
