import type { ImportResult } from '@repertoire/client'
import { sanitizeJson, sanitizeText } from '../terminal/sanitize-text.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** The outcome of one skill, and the line `--json` prints. `readable` is a dry run's success. */
export interface ImportOutcome {
  path: string
  status: ImportResult['status'] | 'readable'
  slug: string | null
  name: string | null
  repaired: boolean
  problem: { code: string; message: string; hint?: string | undefined } | null
  diagnostics: readonly DiagnosticFields[]
}

interface DiagnosticFields {
  code: string
  severity: 'error' | 'warning' | 'info'
  line: number
  column: number
  message: string
}

export type Counts = Record<ImportOutcome['status'], number>

export function zeroCounts(): Counts {
  return { created: 0, updated: 0, unchanged: 0, refused: 0, readable: 0 }
}

/** Converts the server's result. */
export function outcomeOf(result: ImportResult): ImportOutcome {
  return {
    path: result.path,
    status: result.status,
    slug: result.skill?.slug ?? null,
    name: result.skill?.name ?? null,
    repaired: result.repaired,
    problem: result.problem ?? null,
    diagnostics: result.diagnostics.map(pickDiagnosticFields),
  }
}

/** A rejection found locally, or given by the server for a whole request. */
export function localRefusal(
  path: string,
  problem: NonNullable<ImportOutcome['problem']>,
): ImportOutcome {
  return {
    path,
    status: 'refused',
    slug: null,
    name: null,
    repaired: false,
    problem,
    diagnostics: [],
  }
}

/** The stable fields of a diagnostic. */
export function pickDiagnosticFields({
  code,
  severity,
  line,
  column,
  message,
}: DiagnosticFields): DiagnosticFields {
  return { code, severity, line, column, message }
}

const colours = {
  created: 'green',
  updated: 'cyan',
  unchanged: 'dim',
  readable: 'green',
  refused: 'red',
} as const

/** True for the notice that another person's skill was replaced, which is always printed. */
function isReplacementNotice({ code }: DiagnosticFields): boolean {
  return code === 'skill.replaces-other'
}

/** Prints one outcome: a line of JSON, or a readable line with the reason of a rejection. */
export function printOutcome(
  terminal: Terminal,
  outcome: ImportOutcome,
  { json }: { readonly json: boolean },
): void {
  if (json) {
    terminal.out(sanitizeJson(outcome))
    return
  }
  const word = terminal.paint(colours[outcome.status], outcome.status.padEnd(9))
  const what = outcome.slug === null ? '' : `${sanitizeText(outcome.slug)}  `
  const note = outcome.repaired ? '  (frontmatter repaired)' : ''
  terminal.out(`${word}  ${what}${terminal.paint('dim', sanitizeText(outcome.path))}${note}`)
  for (const { message, code } of outcome.diagnostics.filter(isReplacementNotice)) {
    terminal.out(`           note: ${sanitizeText(message)} [${sanitizeText(code)}]`)
  }
  if (!outcome.problem) return
  const { message, hint, code } = outcome.problem
  terminal.out(`           ${sanitizeText(message)} [${sanitizeText(code)}]`)
  if (hint) terminal.out(`           ${sanitizeText(hint)}`)
}

/** `3 created, 0 updated, 12 unchanged, 1 refused`. */
export function summary(counts: Counts): string {
  const { created, updated, unchanged, refused } = counts
  return `${created} created, ${updated} updated, ${unchanged} unchanged, ${refused} refused`
}
