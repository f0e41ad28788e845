import { readToolEntry } from './tool-entry.ts'
import { type CallSubject, patternSubject } from './tool-pattern.ts'

/** An entry of `allowed-tools` that allows nothing, because its pattern cannot be decided. */
export interface UnknownToolEntry {
  /** Its position in the list. */
  readonly index: number
  readonly written: string
  /** What to write instead. */
  readonly instead: string
}

/** The entries whose pattern cannot be decided, in their order. Pure. */
export function unknownToolEntries(listed: readonly string[]): readonly UnknownToolEntry[] {
  return listed.flatMap((written, index) =>
    isUndecided(written) ? [{ index, written, instead: insteadOf(written) }] : [],
  )
}

function isUndecided(entry: string): boolean {
  const { name, written, pattern } = readToolEntry(entry)
  return name !== null && written !== null && pattern === null
}

function insteadOf(entry: string): string {
  const { name, written } = readToolEntry(entry)
  const tool = entry.slice(0, entry.indexOf('(')).trim()
  const kind = patternSubject(name ?? '')
  if (kind === undefined) return `Write ${tool} alone: patterns of this tool are not understood.`
  const close = likely[kind](written ?? '')
    .map((pattern) => `${tool}(${pattern})`)
    .find((candidate) => readToolEntry(candidate).pattern !== null)
  return close ? `Write ${close}. ${forms[kind](tool)}` : forms[kind](tool)
}

type Kind = CallSubject['kind']

const forms: Readonly<Record<Kind, (tool: string) => string>> = {
  command: (tool) =>
    `${tool}(git:*) allows every command that starts with these words, ${tool}(git status) this one command, ${tool} all.`,
  path: (tool) =>
    `${tool}(src/**) allows what is below a relative path, with *, ? and ** only; ${tool} allows all.`,
  url: (tool) =>
    `${tool}(domain:example.com) allows one host, ${tool}(domain:*.example.com) those below it, ${tool} all.`,
}

/** What the author probably means. It is only proposed, never applied. */
const likely: Readonly<Record<Kind, (pattern: string) => readonly string[]>> = {
  command: (pattern) => [pattern.replace(/[\s:]*\*+$/, ':*')],
  path: (pattern) => [pattern.replace(/^\/+/, ''), pattern.replace(/\/+$/, '/**')],
  url: (pattern) => [`domain:${pattern}`, `domain:${URL.parse(pattern)?.hostname ?? ''}`],
}
