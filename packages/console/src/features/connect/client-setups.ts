/** How one agent is told of this server. */
export interface ClientSetup {
  readonly id: string
  readonly label: string
  /** What to do with the text: run it, or put it into a file. */
  readonly into: string
  /** The text, for an endpoint and a key. */
  readonly text: (endpoint: string, key: string) => string
}

/** Stands where a key would: nothing is copied that could not be told from one. */
export const keyPlaceholder = 'YOUR_KEY'

const bearer = (key: string) => ({ Authorization: `Bearer ${key}` })
/** Shells read a question mark as a pattern. */
const word = (text: string) => (text.includes('?') ? `"${text}"` : text)
const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`

/** The agents that most people have, in the form that their own documentation gives. */
export const clientSetups: readonly ClientSetup[] = [
  {
    ...{ id: 'claude-code', label: 'Claude Code', into: 'Run in a terminal' },
    text: (endpoint, key) =>
      `claude mcp add --transport http repertoire ${word(endpoint)} --header "Authorization: Bearer ${key}"`,
  },
  {
    ...{ id: 'codex', label: 'Codex', into: 'Run in a terminal' },
    text: (endpoint, key) =>
      `export REPERTOIRE_KEY=${key}\ncodex mcp add repertoire --url ${word(endpoint)} --bearer-token-env-var REPERTOIRE_KEY`,
  },
  {
    ...{
      id: 'cursor',
      label: 'Cursor',
      into: 'Put into .cursor/mcp.json of the project, or ~/.cursor/mcp.json',
    },
    text: (url, key) => json({ mcpServers: { repertoire: { url, headers: bearer(key) } } }),
  },
  {
    ...{ id: 'vscode', label: 'VS Code', into: 'Put into .vscode/mcp.json of the project' },
    text: (url, key) =>
      json({ servers: { repertoire: { type: 'http', url, headers: bearer(key) } } }),
  },
  {
    ...{ id: 'gemini', label: 'Gemini CLI', into: 'Run in a terminal' },
    text: (endpoint, key) =>
      `gemini mcp add --transport http --header "Authorization: Bearer ${key}" repertoire ${word(endpoint)}`,
  },
  {
    ...{ id: 'opencode', label: 'OpenCode', into: 'Put into opencode.json of the project' },
    text: (url, key) =>
      json({ mcp: { repertoire: { type: 'remote', url, headers: bearer(key) } } }),
  },
  {
    ...{
      id: 'stdio',
      label: 'Over stdio',
      into: 'For agents that only start programs: put into their MCP configuration, where the command repertoire is installed',
    },
    text: (endpoint, key) => {
      const { origin, searchParams } = new URL(endpoint)
      const preset = searchParams.get('preset')
      const args = ['mcp', '--url', origin, ...(preset ? ['--preset', preset] : [])]
      const env = { REPERTOIRE_API_KEY: key }
      return json({ mcpServers: { repertoire: { command: 'repertoire', args, env } } })
    },
  },
  {
    ...{
      id: 'other',
      label: 'Another agent',
      into: 'Give it the address, and the key as a bearer token',
    },
    text: (endpoint, key) => `${endpoint}\nAuthorization: Bearer ${key}`,
  },
]
