import { type DiagnosticSeverity, truncate } from '@repertoire/skill-md'
import { pickDiagnosticFields } from '../import/import-outcome.ts'
import { sanitizeJson, sanitizeText } from '../terminal/sanitize-text.ts'
import type { Terminal } from '../terminal/terminal.ts'
import type { LintResult } from './lint-file.ts'

const colours = { error: 'red', warning: 'yellow', info: 'blue' } as const satisfies Record<
  DiagnosticSeverity,
  string
>

/** A fix can be a whole rewritten value; here it only has to be recognisable. */
const maxFixLength = 160

/** Prints one JSON line, or one line per diagnostic as `path:line:column`, which editors can open. */
export function printResult(
  terminal: Terminal,
  result: LintResult,
  { json }: { readonly json: boolean },
): void {
  const { path, ok, name, repaired } = result
  if (json) {
    const diagnostics = result.diagnostics.map(pickDiagnosticFields)
    terminal.out(sanitizeJson({ path, ok, name, repaired, diagnostics }))
    return
  }
  for (const { line, column, severity, message, code, fix } of result.diagnostics) {
    const place = terminal.paint('bold', `${sanitizeText(path)}:${line}:${column}`)
    const word = terminal.paint(colours[severity], severity)
    terminal.out(`${place} ${word} ${sanitizeText(message)} ${terminal.paint('dim', `[${code}]`)}`)
    if (fix !== undefined) {
      terminal.out(
        `    ${terminal.paint('dim', 'fix:')} ${truncate(sanitizeText(fix), maxFixLength)}`,
      )
    }
  }
}

/** Prints the summary; with JSON to stderr, so that stdout has only objects. */
export function printSummary(
  terminal: Terminal,
  counts: { ok: number; repaired: number; refused: number },
  { json }: { readonly json: boolean },
): void {
  const line = `${counts.ok} ok, ${counts.repaired} repaired, ${counts.refused} refused`
  if (json) terminal.note(line)
  else terminal.out(line)
}
