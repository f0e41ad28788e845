/** Three tellings of one kind of call: while it runs, when it was done, when it was not. */
export type ToolCallLabel = readonly [doing: string, done: string, failed: string]

/** A field of a call's input, if it is a text; a model may have written anything there. */
export function inputText(input: unknown, name: string): string {
  const value = fieldOf(input, name)
  return typeof value === 'string' ? value : ''
}

export function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return (value as Record<string, unknown>)[name]
}

const maxLength = 120

function short(text: string): string {
  return text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text
}

/** The text of a field, or what to say when there is none. */
function named(input: unknown, field: string, otherwise: string): string {
  return short(inputText(input, field)) || otherwise
}

function about(input: unknown, field: string): string {
  const text = inputText(input, field)
  return text ? ` for “${short(text)}”` : ''
}

const file = (input: unknown) => named(input, 'path', 'a file')
const skill = (input: unknown) => named(input, 'name', 'a skill')

/** Writing tools and libraries. */
function authoring(kind: 'tool' | 'library', all: string) {
  const one = (input: unknown) => `the ${kind} ${named(input, 'name', 'it named')}`
  const does = (verb: string, telling: ToolCallLabel) =>
    [`${verb}_${kind}`, (input: unknown) => tell(telling, one(input))] as const
  const list = kind === 'tool' ? 'list_tools' : 'list_libraries'
  return [
    does('create', ['Writing', 'Wrote', 'write']),
    does('update', ['Changing', 'Changed', 'change']),
    does('delete', ['Deleting', 'Deleted', 'delete']),
    does('read', ['Reading', 'Read', 'read']),
    [list, () => tell(['Looking at', 'Looked at', 'look at'], all)] as const,
  ]
}

/** What the tools do, for people. A Map: a model's `constructor` finds nothing. */
const verbs: ReadonlyMap<string, (input: unknown) => ToolCallLabel> = new Map<
  string,
  (input: unknown) => ToolCallLabel
>([
  ['use_skill', (input) => tell(['Reading', 'Read', 'read'], `the skill ${skill(input)}`)],
  [
    'activate_skills',
    (input) => {
      const ids = fieldOf(input, 'ids')
      const named = Array.isArray(ids) ? ids.map(String).join(', ') : ''
      return named === ''
        ? tell(['Unloading', 'Unloaded', 'unload'], 'all skills')
        : tell(['Loading', 'Loaded', 'load'], short(named))
    },
  ],
  ['tool_invoke', (input) => tell(['Calling', 'Called', 'call'], named(input, 'tool', 'a tool'))],
  [
    'activate_skill',
    (input) =>
      tell(['Reading', 'Read', 'read'], `the skill ${named(input, 'skill_name', 'a skill')}`),
  ],
  [
    'read_skill_file',
    (input) => tell(['Reading', 'Read', 'read'], `${file(input)} of the skill ${skill(input)}`),
  ],
  ['create_skill', (input) => tell(['Writing', 'Wrote', 'write'], `the skill ${skill(input)}`)],
  ['update_skill', (input) => tell(['Changing', 'Changed', 'change'], `the skill ${skill(input)}`)],
  ['delete_skill', (input) => tell(['Deleting', 'Deleted', 'delete'], `the skill ${skill(input)}`)],
  ['read_skill', (input) => tell(['Reading', 'Read', 'read'], `the skill ${skill(input)}`)],
  ['list_skills', () => tell(['Looking at', 'Looked at', 'look at'], 'the library')],
  ['enable_skill', (input) => tell(['Enabling', 'Enabled', 'enable'], `the skill ${skill(input)}`)],
  [
    'disable_skill',
    (input) => tell(['Disabling', 'Disabled', 'disable'], `the skill ${skill(input)}`),
  ],
  ['save_skill', (input) => tell(['Saving', 'Saved', 'save'], `the skill ${skill(input)}`)],
  ['read_file', (input) => tell(['Reading', 'Read', 'read'], file(input))],
  ['write_file', (input) => tell(['Writing', 'Wrote', 'write'], file(input))],
  ['edit_file', (input) => tell(['Changing', 'Changed', 'change'], file(input))],
  [
    'list_dir',
    (input) =>
      tell(
        ['Looking into', 'Looked into', 'look into'],
        named(input, 'path', 'the conversation’s folder'),
      ),
  ],
  [
    'run_skill_script',
    (input) =>
      tell(
        ['Running', 'Ran', 'run'],
        `${named(input, 'script_name', 'a script')} of the skill ${named(input, 'skill_name', 'it named')}`,
      ),
  ],
  ...authoring('tool', 'its tools'),
  ...authoring('library', 'its libraries'),
  ['run_sandbox_code', () => tell(['Running', 'Ran', 'run'], 'code')],
  ['run_command', (input) => tell(['Running', 'Ran', 'run'], named(input, 'command', 'a command'))],
  [
    'web_fetch',
    (input) => tell(['Fetching', 'Fetched', 'fetch'], named(input, 'url', 'a web page')),
  ],
  [
    'web_search',
    (input) => tell(['Searching', 'Searched', 'search'], `the web${about(input, 'query')}`),
  ],
  [
    'clarify',
    (input) =>
      tell(
        ['Asks', 'Asked', 'ask'],
        inputText(input, 'question') ? `“${short(inputText(input, 'question'))}”` : 'a question',
      ),
  ],
  [
    'edit_system_prompt',
    (input) =>
      inputText(input, 'operation') === 'append'
        ? tell(['Noting', 'Noted', 'note'], `“${named(input, 'content', 'something')}” about you`)
        : tell(['Changing', 'Changed', 'change'], 'what it remembers about you'),
  ],
  ['todo', () => tell(['Noting', 'Noted', 'note'], 'what is to be done')],
  ['list_connectors', () => tell(['Looking at', 'Looked at', 'look at'], 'the connectors')],
  [
    'search_connector_tools',
    (input) =>
      tell(['Searching', 'Searched', 'search'], `connectors’ tools${about(input, 'query')}`),
  ],
  [
    'execute_connector_tool',
    (input) =>
      tell(
        ['Calling', 'Called', 'call'],
        `${named(input, 'tool', 'a tool')} of the connector ${named(input, 'connector', 'it named')}`,
      ),
  ],
  [
    'request_connector_access',
    (input) => {
      const connector = named(input, 'connector', 'a connector')
      return [`Asks to use ${connector}`, `May use ${connector}`, `May not use ${connector}`]
    },
  ],
])

function tell([doing, done, verb]: ToolCallLabel, what: string): ToolCallLabel {
  return [`${doing} ${what}`, `${done} ${what}`, `Did not ${verb} ${what}`]
}

/** How a call of that tool is told; undefined for a tool that is not known here. */
export function toolCallLabelOf(tool: string, input: unknown): ToolCallLabel | undefined {
  return verbs.get(tool)?.(input)
}
