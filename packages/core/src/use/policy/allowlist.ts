import type { Problem } from '../../base/errors.ts'
import type { Restriction } from '../session/turn-state.ts'

/** What a skill's `allowed-tools` comes to (D7). */
export interface AllowedTools {
  /** False for a list that names nothing at all: it holds nothing back. */
  readonly restricts: boolean
  /** Canonical names: `run_command`, `mcp__github__create_issue`. */
  readonly tools: ReadonlySet<string>
  /** Connectors all of whose tools are on the list. */
  readonly connectors: ReadonlySet<string>
}

/** An entry as its author wrote it, and what it is called here. */
export interface RecognisedTool {
  readonly written: string
  /** `mcp__github__*` for all of a connector's tools; null when there is nothing of that name here. */
  readonly tool: string | null
}

/** What other clients call our tools, in ASCII lower case. A Map: it finds no `constructor`. */
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

/** Look at connectors and ask for them, but use none: any connector on the list lets them through. */
const connectorLookups = ['list_connectors', 'search_connector_tools', 'request_connector_access']

/** Punctuation and blanks of any script: no part of a name. All else may be meant for one. */
const blankEntry = /^[\p{P}\p{Z}\s$+<=>^`|~]*$/u

const asciiBlanks = ' \t\r\n'

/** How many names a refusal spells out. */
const maxReportedNames = 40

/**
 * Reads the entries of an `allowed-tools` list (D7): `(args)` dropped, ASCII case folded, other clients'
 * names mapped to ours; `mcp__connector`, `mcp__connector__*` and `mcp__connector__tool` name the tools of
 * connectors, the tool in its own case. Only a list of nothing but punctuation and blanks (empty, `*`,
 * `()`) is no list and restricts nothing. One that names only tools unknown here, or look-alikes of ours,
 * does restrict, to the skill machinery: its author asked for a limit, and taking what we cannot read for
 * "everything" would let a misspelling open every tool. Pure; order and repetitions do not matter.
 */
export function parseAllowedTools(listed: readonly string[]): AllowedTools {
  const tools = new Set<string>()
  const connectors = new Set<string>()
  for (const entry of listed) {
    const name = canonicalName(entry)
    if (name === null) continue
    const connector = wholeConnector(name)
    if (connector === null) tools.add(name)
    else connectors.add(connector)
    if (name.startsWith('mcp__')) for (const lookup of connectorLookups) tools.add(lookup)
  }
  return { restricts: !listed.every((entry) => blankEntry.test(entry)), tools, connectors }
}

/**
 * Whether a call known by any of these names may happen: the tool's own, and for a connector's tool
 * `mcp__<connector>__<tool>`. Names are compared exactly. Machinery is the caller's to let through.
 */
export function allows(list: AllowedTools, names: readonly string[]): boolean {
  return !list.restricts || names.some((name) => list.tools.has(name) || isOfConnector(list, name))
}

/**
 * The entries for people, in their order: which tool each one is here. `known` are the names of the tools
 * there are; connectors' tools are recognised by their form.
 */
export function recognisedTools(
  listed: readonly string[],
  known: ReadonlySet<string>,
): readonly RecognisedTool[] {
  return listed.map((written) => {
    const tool = canonicalName(written)
    if (tool === null) return { written, tool }
    const connector = wholeConnector(tool)
    if (connector !== null) return { written, tool: `mcp__${connector}__*` }
    return { written, tool: tool.startsWith('mcp__') || known.has(tool) ? tool : null }
  })
}

/** The names that a list allows, canonical, sorted; whole connectors as `mcp__name__*`. */
export function allowedNames({ tools, connectors }: AllowedTools): readonly string[] {
  return [...tools, ...[...connectors].map((name) => `mcp__${name}__*`)].sort()
}

/** The refusal of a call that the skill in force does not allow (`tool.not-allowed`). */
export function toolNotAllowed({ skill, allowedTools }: Restriction, toolName: string): Problem {
  const tool = toolName.slice(0, 200)
  const allowed = allowedNames(parseAllowedTools(allowedTools))
  const reported = allowed.slice(0, maxReportedNames)
  const more =
    allowed.length > reported.length ? ` and ${allowed.length - reported.length} more` : ''
  const names =
    reported.length > 0 ? `only ${reported.join(', ')}${more}` : 'none of the tools there are'
  return {
    code: 'tool.not-allowed',
    kind: 'forbidden',
    message: `The skill "${skill.slug}" allows ${names}, beside use_skill and read_skill_file; ${tool} is not allowed while it is in force. Nothing was done.`,
    hint: 'Finish with the allowed tools, or call use_skill for a skill that allows it; the list holds for this turn only.',
    details: { tool, skill: skill.slug, allowed_tools: reported },
  }
}

/** What an entry is called here; null when it is nothing but ASCII name characters after all is folded. */
function canonicalName(entry: string): string | null {
  const written = withoutArguments(entry)
  const lower = asciiLowerCase(written)
  if (lower.startsWith('mcp__')) return connectorName(written.slice('mcp__'.length))
  if (!/^[a-z0-9_.:-]+$/.test(lower)) return null
  return aliases.get(lower) ?? lower
}

/** `connector`, `connector__*` or `connector__tool`; connectors have lower-case names, tools their own case. */
function connectorName(written: string): string | null {
  const match = /^([A-Za-z0-9-]+)(?:__(\*|[A-Za-z0-9_.:/-]+))?$/.exec(written)
  if (!match) return null
  const [, connector = '', tool = '*'] = match
  return `mcp__${asciiLowerCase(connector)}__${tool}`
}

/** The connector of `mcp__connector__*`; null for the name of one tool. */
function wholeConnector(name: string): string | null {
  return /^mcp__([a-z0-9-]+)__\*$/.exec(name)?.[1] ?? null
}

function isOfConnector({ connectors }: AllowedTools, name: string): boolean {
  const connector = /^mcp__([a-z0-9-]+)__./s.exec(name)?.[1]
  return connector !== undefined && connectors.has(connector)
}

function withoutArguments(entry: string): string {
  const trimmed = trimAscii(entry)
  const opens = trimmed.endsWith(')') ? trimmed.indexOf('(') : -1
  return opens === -1 ? trimmed : trimAscii(trimmed.slice(0, opens))
}

function trimAscii(text: string): string {
  let from = 0
  let to = text.length
  while (from < to && asciiBlanks.includes(text.charAt(from))) from++
  while (to > from && asciiBlanks.includes(text.charAt(to - 1))) to--
  return text.slice(from, to)
}

/** ASCII only: Unicode's own mapping makes a `k` of the Kelvin sign. */
function asciiLowerCase(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}
