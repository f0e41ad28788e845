import { type DiagnosticSeverity, truncate } from '@repertoire/skill-md'
import { remarkOf } from '../import/outcome.ts'
import { plainJson, plainText } from '../terminal/plain-text.ts'
import type { Terminal } from '../terminal/terminal.ts'
import type { LintResult } from './lint-file.ts'

const colours = { error: 'red', warning: 'yellow', info: 'blue' } as const satisfies Record<
  DiagnosticSeverity,
  string
>

/** A fix can be a whole rewritten value; here it only has to be recognised. */
const longestFix = 160

/** One JSON line, or a line per remark as `path:line:column`, which editors and terminals can open. */
export function printResult(terminal: Terminal, result: LintResult, json: boolean): void {
  const { path, ok, name, repaired } = result
  if (json) {
    const diagnostics = result.diagnostics.map(remarkOf)
    terminal.out(plainJson({ path, ok, name, repaired, diagnostics }))
    return
  }
  for (const { line, column, severity, message, code, fix } of result.diagnostics) {
    const place = terminal.paint('bold', `${plainText(path)}:${line}:${column}`)
    const word = terminal.paint(colours[severity], severity)
    terminal.out(`${place} ${word} ${plainText(message)} ${terminal.paint('dim', `[${code}]`)}`)
    if (fix !== undefined) {
      terminal.out(`    ${terminal.paint('dim', 'fix:')} ${truncate(plainText(fix), longestFix)}`)
    }
  }
}

/** The last line. With JSON it goes to stderr, so that stdout holds nothing but objects. */
export function printSummary(
  terminal: Terminal,
  counts: { ok: number; repaired: number; refused: number },
  json: boolean,
): void {
  const line = `${counts.ok} ok, ${counts.repaired} repaired, ${counts.refused} refused`
  if (json) terminal.note(line)
  else terminal.out(line)
}
