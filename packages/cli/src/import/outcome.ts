import type { ImportResult } from '@repertoire/client'
import { plainJson, plainText } from '../terminal/plain-text.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** What became of one skill; the line `--json` prints. `readable` is a dry run's yes. */
export interface SkillOutcome {
  path: string
  status: ImportResult['status'] | 'readable'
  slug: string | null
  name: string | null
  repaired: boolean
  problem: { code: string; message: string; hint?: string | undefined } | null
  diagnostics: readonly Remark[]
}

interface Remark {
  code: string
  severity: 'error' | 'warning' | 'info'
  line: number
  column: number
  message: string
}

export type Counts = Record<SkillOutcome['status'], number>

export function noCounts(): Counts {
  return { created: 0, updated: 0, unchanged: 0, refused: 0, readable: 0 }
}

/** The server's answer about one skill as an outcome. */
export function outcomeOf(result: ImportResult): SkillOutcome {
  return {
    path: result.path,
    status: result.status,
    slug: result.skill?.slug ?? null,
    name: result.skill?.name ?? null,
    repaired: result.repaired,
    problem: result.problem ?? null,
    diagnostics: result.diagnostics.map(remarkOf),
  }
}

/** A refusal that never reached the server, or that it gave to a whole request. */
export function refusedHere(
  path: string,
  problem: NonNullable<SkillOutcome['problem']>,
): SkillOutcome {
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

/** The fields of a diagnostic that scripts may rely on. */
export function remarkOf({ code, severity, line, column, message }: Remark): Remark {
  return { code, severity, line, column, message }
}

const colours = {
  created: 'green',
  updated: 'cyan',
  unchanged: 'dim',
  readable: 'green',
  refused: 'red',
} as const

/** What is said even where nothing was refused: that another's work was replaced. */
function concernsOthers({ code }: Remark): boolean {
  return code === 'skill.replaces-other'
}

/** Prints one outcome: a line of JSON, or a line for people and the reason when it was refused. */
export function printOutcome(terminal: Terminal, outcome: SkillOutcome, json: boolean): void {
  if (json) {
    terminal.out(plainJson(outcome))
    return
  }
  const word = terminal.paint(colours[outcome.status], outcome.status.padEnd(9))
  const what = outcome.slug === null ? '' : `${plainText(outcome.slug)}  `
  const note = outcome.repaired ? '  (frontmatter repaired)' : ''
  terminal.out(`${word}  ${what}${terminal.paint('dim', plainText(outcome.path))}${note}`)
  for (const { message, code } of outcome.diagnostics.filter(concernsOthers)) {
    terminal.out(`           note: ${plainText(message)} [${plainText(code)}]`)
  }
  if (!outcome.problem) return
  const { message, hint, code } = outcome.problem
  terminal.out(`           ${plainText(message)} [${plainText(code)}]`)
  if (hint) terminal.out(`           ${plainText(hint)}`)
}

/** `3 created, 0 updated, 12 unchanged, 1 refused`. */
export function summary(counts: Counts): string {
  const { created, updated, unchanged, refused } = counts
  return `${created} created, ${updated} updated, ${unchanged} unchanged, ${refused} refused`
}
