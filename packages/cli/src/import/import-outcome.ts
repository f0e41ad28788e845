import { type ImportedAs, type ImportResult, importedAs, importedAsWords } from '@repertoire/client'
import { sanitizeJson, sanitizeText } from '../terminal/sanitize-text.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { findingLines } from './finding-lines.ts'

/** The outcome of one skill, and the line `--json` prints. `readable` is a dry run's success. */
export interface ImportOutcome {
  path: string
  status: ImportResult['status'] | 'readable'
  /** The status in full: also whether another skill was replaced, or kept under its slug. */
  outcome: ImportedAs | 'readable'
  slug: string | null
  name: string | null
  repaired: boolean
  problem: OutcomeProblem | null
  diagnostics: readonly DiagnosticFields[]
}

interface OutcomeProblem {
  code: string
  message: string
  hint?: string | undefined
  /** With findings: what was found, and the digest that a yes is bound to. */
  details?: Record<string, unknown> | undefined
}

interface DiagnosticFields {
  code: string
  severity: 'error' | 'warning' | 'info'
  line: number
  column: number
  message: string
}

export type Counts = Record<ImportOutcome['outcome'], number>

export function zeroCounts(): Counts {
  const none = { created: 0, beside: 0, updated: 0, replaced: 0, unchanged: 0, refused: 0 }
  return { ...none, readable: 0 }
}

/** Converts the server's result. */
export function outcomeOf(result: ImportResult): ImportOutcome {
  return {
    path: result.path,
    status: result.status,
    outcome: importedAs(result),
    slug: result.skill?.slug ?? null,
    name: result.skill?.name ?? null,
    repaired: result.repaired,
    problem: result.problem ?? null,
    diagnostics: result.diagnostics.map(pickDiagnosticFields),
  }
}

/** A rejection found locally, or given by the server for a whole request. */
export function localProblem(
  path: string,
  problem: NonNullable<ImportOutcome['problem']>,
): ImportOutcome {
  return {
    path,
    status: 'refused',
    outcome: 'refused',
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

const widest = Math.max(...Object.values(importedAsWords).map(({ length }) => length))
const indent = ' '.repeat(widest + 2)

function wordOf({ outcome }: ImportOutcome): string {
  return outcome === 'readable' ? outcome : importedAsWords[outcome]
}

const colours = {
  created: 'green',
  beside: 'yellow',
  updated: 'cyan',
  replaced: 'yellow',
  unchanged: 'dim',
  readable: 'green',
  refused: 'red',
} as const

/** What an import did to, or left of, what somebody else has; it is always printed. */
const aboutOthers: ReadonlySet<string> = new Set([
  'skill.replaces-other',
  'skill.replaces-edit',
  'skill.kept-apart',
])

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
  const word = terminal.paint(colours[outcome.outcome], wordOf(outcome).padEnd(widest))
  const what = outcome.slug === null ? '' : `${sanitizeText(outcome.slug)}  `
  const note = outcome.repaired ? '  (frontmatter repaired)' : ''
  terminal.out(`${word}  ${what}${terminal.paint('dim', sanitizeText(outcome.path))}${note}`)
  for (const { message, code } of outcome.diagnostics.filter((one) => aboutOthers.has(one.code))) {
    terminal.out(`${indent}note: ${sanitizeText(message)} [${sanitizeText(code)}]`)
  }
  if (!outcome.problem) return
  const { message, hint, code } = outcome.problem
  terminal.out(`${indent}${sanitizeText(message)} [${sanitizeText(code)}]`)
  for (const line of findingLines(outcome.problem.details)) {
    terminal.out(`${indent}${sanitizeText(line)}`)
  }
  if (hint) terminal.out(`${indent}${sanitizeText(hint)}`)
}

/** `3 created, 0 updated, 12 unchanged, 1 refused`; with those kept beside others, and replacements, if there are any. */
export function summary(counts: Counts): string {
  return Object.entries(importedAsWords)
    .map(([outcome, word]) => ({ outcome, word, count: counts[outcome as ImportedAs] }))
    .filter(({ outcome, count }) => count > 0 || !rare.has(outcome))
    .map(({ word, count }) => `${count} ${word}`)
    .join(', ')
}

const rare: ReadonlySet<string> = new Set(['beside', 'replaced'])
