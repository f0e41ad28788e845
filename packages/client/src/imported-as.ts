import type { ImportResult } from '@repertoire/protocol'

/** What became of a skill of an import, as a person is told. */
export type ImportedAs = ImportResult['status'] | 'beside' | 'replaced'

/** In one word each, in this order, wherever outcomes of an import are listed. */
export const importedAsWords: Readonly<Record<ImportedAs, string>> = {
  created: 'created',
  beside: 'kept beside',
  updated: 'updated',
  replaced: 'replaced',
  unchanged: 'unchanged',
  refused: 'refused',
}

interface Outcome {
  readonly status: ImportResult['status']
  readonly diagnostics: readonly Pick<ImportResult['diagnostics'][number], 'code' | 'severity'>[]
}

/**
 * Tells a new skill from one that was kept beside another under its own slug, and a new revision from one that
 * replaces a skill of another origin. Pure.
 */
export function importedAs({ status, diagnostics }: Outcome): ImportedAs {
  const says = (code: string) =>
    diagnostics.some((one) => one.code === code && one.severity === 'warning')
  if (status === 'created' && says('skill.kept-apart')) return 'beside'
  if (status === 'updated' && says('skill.replaces-other')) return 'replaced'
  return status
}
