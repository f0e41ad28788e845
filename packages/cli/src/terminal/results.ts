import { sanitizeJson } from './sanitize-text.ts'
import type { Terminal } from './terminal.ts'

/** Results of a command on stdout: with `--json` each is one line of JSON, otherwise text. */
export interface Results {
  readonly terminal: Terminal
  /** One result. Its text is a line, several lines, or a function that writes them. */
  print(result: unknown, text: string | readonly string[] | (() => void)): void
  /** Many results. A pager may show their lines. */
  printPaged(results: readonly unknown[], lines: readonly string[]): Promise<void>
}

export function createResults(
  terminal: Terminal,
  { json = false }: { readonly json?: boolean },
): Results {
  return {
    terminal,
    print(result, text) {
      if (json) terminal.out(sanitizeJson(result))
      else if (typeof text === 'function') text()
      else for (const line of [text].flat()) terminal.out(line)
    },
    async printPaged(results, lines) {
      if (json) for (const result of results) terminal.out(sanitizeJson(result))
      else await terminal.page(lines)
    },
  }
}
