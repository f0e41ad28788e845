import { parseToolPattern, type ToolPattern } from './tool-pattern.ts'

/** An entry of `allowed-tools`, understood. */
export interface ToolEntry {
  /** The canonical name; null when it has other characters than ASCII name characters. */
  readonly name: string | null
  /** The text between the parentheses; null without any, and for `*`, which is every call. */
  readonly written: string | null
  /** Null when it cannot be decided. */
  readonly pattern: ToolPattern | null
}

/** Reads one entry: its tool under the name it has here, and the pattern in parentheses. Pure. */
export function readToolEntry(entry: string): ToolEntry {
  const trimmed = trimAscii(entry)
  const opens = trimmed.endsWith(')') ? trimmed.indexOf('(') : -1
  if (opens === -1) return { name: canonicalName(trimmed), written: null, pattern: null }
  const name = canonicalName(trimAscii(trimmed.slice(0, opens)))
  const written = trimAscii(trimmed.slice(opens + 1, -1))
  if (name === null || written === '*') return { name, written: null, pattern: null }
  return { name, written, pattern: parseToolPattern(name, written) }
}

/** Other clients' names for the tools here, in ASCII lower case. A Map: it has no inherited `constructor`. */
const aliases: ReadonlyMap<string, string> = new Map(
  Object.entries({
    run_command: ['bash', 'shell', 'terminal', 'exec'],
    read_file: ['read', 'view', 'cat'],
    write_file: ['write', 'create'],
    edit_file: ['edit', 'str_replace', 'multiedit', 'apply_patch'],
    list_dir: ['glob', 'ls', 'list'],
    web_search: ['websearch'],
    web_fetch: ['webfetch'],
    todo: ['todowrite'],
    clarify: ['askuserquestion'],
  }).flatMap(([tool, names]) => names.map((name) => [name, tool] as const)),
)

const asciiBlanks = ' \t\r\n'

/** The canonical name of an entry; null when it contains other characters than ASCII name characters. */
function canonicalName(written: string): string | null {
  const lower = asciiLowerCase(written)
  if (lower.startsWith('mcp__')) return connectorName(written.slice('mcp__'.length))
  if (!/^[a-z0-9_.:-]+$/.test(lower)) return null
  return aliases.get(lower) ?? lower
}

/**
 * `connector`, `connector__*` or `connector__tool`; connectors have lower-case names, tools keep their
 * case.
 */
function connectorName(written: string): string | null {
  const match = /^([A-Za-z0-9-]+)(?:__(\*|[A-Za-z0-9_.:/-]+))?$/.exec(written)
  if (!match) return null
  const [, connector = '', tool = '*'] = match
  return `mcp__${asciiLowerCase(connector)}__${tool}`
}

function trimAscii(text: string): string {
  let from = 0
  let to = text.length
  while (from < to && asciiBlanks.includes(text.charAt(from))) from++
  while (to > from && asciiBlanks.includes(text.charAt(to - 1))) to--
  return text.slice(from, to)
}

/** ASCII only: Unicode's mapping turns the Kelvin sign into a `k`. */
function asciiLowerCase(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}
