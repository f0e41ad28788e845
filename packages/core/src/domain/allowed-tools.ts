import {
  type CallSubject,
  matchesPattern,
  readToolEntry,
  type ToolPattern,
} from '@repertoire/skill-md'

/** A parsed `allowed-tools` list. */
export interface AllowedTools {
  /** False for a list without any name: it restricts nothing. */
  readonly restricts: boolean
  /** Canonical names: `run_command`, `mcp__github__create_issue`. */
  readonly tools: ReadonlySet<string>
  /** Connectors of which all tools are allowed. */
  readonly connectors: ReadonlySet<string>
  /** Tools allowed for the calls that a pattern matches: `Bash(git:*)`. */
  readonly patterns: readonly ListedPattern[]
  /** Entries as written whose pattern cannot be decided: they allow nothing. */
  readonly undecided: readonly string[]
}

interface ListedPattern {
  readonly tool: string
  /** The text between the parentheses. */
  readonly written: string
  readonly pattern: ToolPattern
}

/** Whether an entry's pattern holds; `undecided` entries allow nothing. Null without a pattern. */
export type PatternState = 'holds' | 'undecided' | null

/** An entry as written, and the tool it means here. */
export interface KnownTool {
  readonly written: string
  /** `mcp__github__*` for all of a connector's tools; null when no tool here has that name. */
  readonly tool: string | null
  readonly pattern: PatternState
}

/**
 * Tools that list connectors and request access, without using them. Any connector on the list allows them.
 */
const connectorLookups = ['list_connectors', 'search_connector_tools', 'request_connector_access']

/** Punctuation and blanks of any script, which cannot be part of a name. */
const blankEntry = /^[\p{P}\p{Z}\s$+<=>^`|~]*$/u

/**
 * Parses the entries of an `allowed-tools` list: ASCII case is folded, other clients' names are
 * mapped to those here. `Tool(pattern)` allows the calls that match ({@link readToolEntry}), `Tool(*)` all;
 * an entry whose pattern cannot be decided allows nothing. `mcp__connector`, `mcp__connector__*` and `mcp__connector__tool`
 * name the tools of connectors; such a tool keeps its case. A list of nothing but punctuation and blanks
 * (empty, `*`, `()`) restricts nothing. A list of unknown names or lookalikes restricts to the exempt
 * tools: its author asked for a limit, and ignoring unreadable entries would let a misspelling allow every
 * tool. Pure; order and repetitions do not matter.
 */
export function parseAllowedTools(listed: readonly string[]): AllowedTools {
  const tools = new Set<string>()
  const connectors = new Set<string>()
  const patterns: ListedPattern[] = []
  const undecided: string[] = []
  for (const entry of listed) {
    const { name, written, pattern } = readToolEntry(entry)
    if (name === null) continue
    if (written !== null) {
      if (pattern) patterns.push({ tool: name, written, pattern })
      else undecided.push(entry)
      continue
    }
    const connector = wholeConnector(name)
    if (connector === null) tools.add(name)
    else connectors.add(connector)
    if (name.startsWith('mcp__')) for (const lookup of connectorLookups) tools.add(lookup)
  }
  return {
    restricts: !listed.every((entry) => blankEntry.test(entry)),
    tools,
    connectors,
    patterns,
    undecided,
  }
}

/**
 * Whether the list allows a call under any of these names: the tool's own, and for a connector's tool
 * `mcp__<connector>__<tool>`. Names are compared exactly. The caller lets exempt tools pass. A pattern
 * decides by the call's `subject`; without one it allows nothing.
 */
export function allows(
  list: AllowedTools,
  names: readonly string[],
  subject?: CallSubject,
): boolean {
  return (
    allowsEvery(list, names) ||
    list.patterns.some(
      ({ tool, pattern }) => names.includes(tool) && matchesPattern(pattern, subject),
    )
  )
}

/** Whether one of these lists allows this call. */
export function allowedByOne(
  lists: readonly ToolList[],
  { names, subject }: { readonly names: readonly string[]; readonly subject?: CallSubject },
): boolean {
  return lists.some(({ allowedTools }) => allows(parseAllowedTools(allowedTools), names, subject))
}

/** Whether one of these lists allows some calls of the tool of this name, if not all. */
export function allowsOnlyPart(lists: readonly ToolList[], name: string): boolean {
  return lists.some(({ allowedTools }) => {
    const list = parseAllowedTools(allowedTools)
    return allowsEvery(list, [name]) || list.patterns.some(({ tool }) => tool === name)
  })
}

interface ToolList {
  readonly allowedTools: readonly string[]
}

function allowsEvery(list: AllowedTools, names: readonly string[]): boolean {
  return !list.restricts || names.some((name) => list.tools.has(name) || isOfConnector(list, name))
}

/**
 * The entries for display, in their order, with the tool that each one means here. `known` are the names of
 * the tools here; connectors' tools are recognised by their form.
 */
export function allKnownTools(
  listed: readonly string[],
  known: ReadonlySet<string>,
): readonly KnownTool[] {
  return listed.map((written) => {
    const { name, written: inside, pattern: understood } = readToolEntry(written)
    const pattern: PatternState = inside === null ? null : understood ? 'holds' : 'undecided'
    const tool = name?.startsWith('mcp__') || known.has(name ?? '') ? name : null
    return { written, tool, pattern }
  })
}

/** What a list allows, by canonical names, sorted: `read_file`, `mcp__name__*`, `run_command(git:*)`. */
export function allowedNames({ tools, connectors, patterns }: AllowedTools): readonly string[] {
  const limited = patterns.filter(({ tool }) => !tools.has(tool))
  const names = [
    ...tools,
    ...[...connectors].map((name) => `mcp__${name}__*`),
    ...limited.map(({ tool, written }) => `${tool}(${written})`),
  ]
  return [...new Set(names)].sort()
}

/** The connector of `mcp__connector__*`; null for the name of one tool. */
function wholeConnector(name: string): string | null {
  return /^mcp__([a-z0-9-]+)__\*$/.exec(name)?.[1] ?? null
}

function isOfConnector({ connectors }: AllowedTools, name: string): boolean {
  const connector = /^mcp__([a-z0-9-]+)__./s.exec(name)?.[1]
  return connector !== undefined && connectors.has(connector)
}
