import { matchesPath, parsePathPattern } from './path-pattern.ts'
import { plainCommand } from './plain-command.ts'

/** What a call acts on, where a pattern of `allowed-tools` can decide about it. */
export type CallSubject =
  | { readonly kind: 'command'; readonly command: string }
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'url'; readonly url: string }

/** The text between the parentheses of an entry, understood. */
export type ToolPattern =
  | { readonly kind: 'command'; readonly words: readonly string[]; readonly prefix: boolean }
  | { readonly kind: 'path'; readonly segments: readonly string[] }
  | { readonly kind: 'host'; readonly host: string; readonly below: boolean }

/** The maximum length of a pattern in UTF-16 units. */
const maxLength = 200
const host = /^(?=.{1,253}$)[a-z0-9-]+(\.[a-z0-9-]+)*$/

/** What patterns of these tools are about. Patterns of all other tools cannot be decided. */
const subjects: ReadonlyMap<string, CallSubject['kind']> = new Map([
  ['run_command', 'command'],
  ['read_file', 'path'],
  ['write_file', 'path'],
  ['edit_file', 'path'],
  ['list_dir', 'path'],
  ['web_fetch', 'url'],
])

/**
 * The pattern of an entry of `allowed-tools` for this tool (canonical name); null when it cannot be understood.
 * Commands: `git status` is that command, `git:*` and `git *` are all that start with these words. Paths: globs of
 * `*`, `?` and `**`. Web pages: `domain:example.com`, `domain:*.example.com`. Pure.
 */
export function parseToolPattern(tool: string, written: string): ToolPattern | null {
  const text = written
  if (text.length > maxLength) return null
  const kind = patternSubject(tool)
  if (kind === 'command') return commandPattern(text)
  if (kind === 'url') return hostPattern(text)
  const segments = kind === 'path' ? parsePathPattern(text) : null
  return segments && { kind: 'path', segments }
}

/** What a pattern of this tool (canonical name) is about; undefined when no pattern of it can be decided. */
export function patternSubject(tool: string): CallSubject['kind'] | undefined {
  return subjects.get(tool)
}

/** Whether the pattern allows the call. A subject that cannot be decided is not allowed. Pure. */
export function matchesPattern(pattern: ToolPattern, subject: CallSubject | undefined): boolean {
  if (subject === undefined) return false
  if (pattern.kind === 'command') {
    return subject.kind === 'command' && matchesCommand(pattern, subject.command)
  }
  if (pattern.kind === 'path') {
    return subject.kind === 'path' && matchesPath(pattern.segments, subject.path)
  }
  return subject.kind === 'url' && matchesHost(pattern, subject.url)
}

function commandPattern(text: string): ToolPattern | null {
  const prefix = text.endsWith(':*') || text.endsWith(' *')
  const words = plainCommand(prefix ? text.slice(0, -2) : text)
  return words && { kind: 'command', words, prefix }
}

function matchesCommand(
  { words, prefix }: Extract<ToolPattern, { kind: 'command' }>,
  command: string,
): boolean {
  const given = plainCommand(command)
  if (given === null || given.length < words.length) return false
  return (prefix || given.length === words.length) && words.every((word, at) => given[at] === word)
}

function hostPattern(text: string): ToolPattern | null {
  const [, star, name = ''] = /^domain:(\*\.)?(.*)$/.exec(text) ?? []
  const lower = name.toLowerCase()
  return host.test(lower) ? { kind: 'host', host: lower, below: star !== undefined } : null
}

function matchesHost(
  { host: expected, below }: Extract<ToolPattern, { kind: 'host' }>,
  url: string,
): boolean {
  const parsed = URL.parse(url)
  if (!parsed || !['http:', 'https:'].includes(parsed.protocol)) return false
  return below ? parsed.hostname.endsWith(`.${expected}`) : parsed.hostname === expected
}
