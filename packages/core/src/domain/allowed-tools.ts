/** A parsed `allowed-tools` list (D7). */
export interface AllowedTools {
  /** False for a list without any name: it restricts nothing. */
  readonly restricts: boolean
  /** Canonical names: `run_command`, `mcp__github__create_issue`. */
  readonly tools: ReadonlySet<string>
  /** Connectors of which all tools are allowed. */
  readonly connectors: ReadonlySet<string>
}

/** An entry as written, and the tool it means here. */
export interface RecognisedTool {
  readonly written: string
  /** `mcp__github__*` for all of a connector's tools; null when no tool here has that name. */
  readonly tool: string | null
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

/**
 * Tools that list connectors and request access, without using them. Any connector on the list allows them.
 */
const connectorLookups = ['list_connectors', 'search_connector_tools', 'request_connector_access']

/** Punctuation and blanks of any script, which cannot be part of a name. */
const blankEntry = /^[\p{P}\p{Z}\s$+<=>^`|~]*$/u

const asciiBlanks = ' \t\r\n'

/**
 * Parses the entries of an `allowed-tools` list (D7): `(args)` are dropped, ASCII case is folded, other
 * clients' names are mapped to those here. `mcp__connector`, `mcp__connector__*` and `mcp__connector__tool`
 * name the tools of connectors; such a tool keeps its case. A list of nothing but punctuation and blanks
 * (empty, `*`, `()`) restricts nothing. A list of unknown names or lookalikes restricts to the exempt
 * tools: its author asked for a limit, and ignoring unreadable entries would let a misspelling allow every
 * tool. Pure; order and repetitions do not matter.
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
 * Whether the list allows a call under any of these names: the tool's own, and for a connector's tool
 * `mcp__<connector>__<tool>`. Names are compared exactly. The caller lets exempt tools pass.
 */
export function allows(list: AllowedTools, names: readonly string[]): boolean {
  return !list.restricts || names.some((name) => list.tools.has(name) || isOfConnector(list, name))
}

/** Whether one of these lists allows a call under any of these names. */
export function allowedByOne(
  lists: readonly { readonly allowedTools: readonly string[] }[],
  names: readonly string[],
): boolean {
  return lists.some(({ allowedTools }) => allows(parseAllowedTools(allowedTools), names))
}

/**
 * The entries for display, in their order, with the tool that each one means here. `known` are the names of
 * the tools here; connectors' tools are recognised by their form.
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

/** The canonical names that a list allows, sorted; whole connectors as `mcp__name__*`. */
export function allowedNames({ tools, connectors }: AllowedTools): readonly string[] {
  return [...tools, ...[...connectors].map((name) => `mcp__${name}__*`)].sort()
}

/** The canonical name of an entry; null when it contains other characters than ASCII name characters. */
function canonicalName(entry: string): string | null {
  const written = withoutArguments(entry)
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

/** ASCII only: Unicode's mapping turns the Kelvin sign into a `k`. */
function asciiLowerCase(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}
