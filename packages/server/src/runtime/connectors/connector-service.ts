import type { CallToolResult } from '@modelcontextprotocol/client'
import { isProblemError, ProblemError, type TenantId } from '@repertoire/core/base'
import type { Connector, Principal, StoredConnector, StoredHeader } from '@repertoire/core/domain'
import type { ConnectorHub } from '@repertoire/core/ports'
import { unknownConnector } from '@repertoire/core/use'
import type { ConnectorClient } from './connector-client.ts'
import type { ConnectorConfig } from './connector-config.ts'
import {
  type BrokenConnector,
  type ConnectorDefinition,
  endpointOfUrl,
} from './connector-definition.ts'
import type { ConnectorFile } from './connector-file.ts'
import type { ConnectorPool, ConnectorPoolOptions } from './connector-pool.ts'
import {
  connectorChanged,
  connectorFailed,
  invalidToolInput,
  invalidToolSchema,
  toolFailed,
  toolNotFound,
} from './connector-problems.ts'
import type { ToolList } from './connector-tools.ts'
import type { ConnectionStatus } from './reconnecting-connection.ts'
import { noStoredConnectors, type StoredConnectors } from './stored-connectors.ts'
import { type ToolOutput, toToolOutput } from './tool-output.ts'
import { namesVisibleTo, visibleConnectors } from './visible-connectors.ts'

/** A connector as it is shown to people. Contains no secrets. */
export interface ConnectorOverview {
  readonly name: string
  readonly title: string
  readonly description: string
  /** What its owners may change. Null: from the operator's file. */
  readonly added: {
    readonly headers: readonly Pick<StoredHeader, 'name' | 'setAt'>[]
    readonly version: number
  } | null
  /** Null, like the endpoint, when its entry in the file cannot be used. */
  readonly kind: 'command' | 'http' | null
  readonly endpoint: string | null
  /** Whether third parties can read what it is sent; null: the operator has not said. */
  readonly openWorld: boolean | null
  /** `idle`: not connected, because nobody needed it lately. */
  readonly status: ConnectionStatus | 'misconfigured'
  readonly problem: string | null
  readonly toolCount: number | null
  /** Number of tools that were skipped because of their names or their size. */
  readonly omittedTools: number
}

/** What a test of a connector found. */
export interface CheckedConnector extends ConnectorOverview {
  /** Untrusted. Empty when it does not work. */
  readonly toolNames: readonly string[]
  /** What to do about the problem, as far as its kind is known. */
  readonly hint: string | null
}

/** The connectors of this process. */
export interface ConnectorService extends ConnectorHub {
  /** Sorted by name, unusable ones included. `problem` concerns the file as a whole. */
  overview(tenantId: TenantId): Promise<{
    readonly connectors: readonly ConnectorOverview[]
    readonly problem: string | null
  }>
  /**
   * Connects now, ignoring earlier failures, and lists the tools. Throws ProblemError `connector.not-found`.
   */
  check(principal: Principal, name: string, signal: AbortSignal): Promise<CheckedConnector>
  /** Names of the operator's file that this organisation sees, unusable entries included. */
  fileNames(tenantId: TenantId): Promise<readonly string[]>
  /** Closes connections that were idle for some minutes. */
  closeIdle(): Promise<void>
  close(): Promise<void>
}

export interface ConnectorServiceOptions extends ConnectorPoolOptions {
  readonly config: ConnectorConfig
  /** Absent: organisations add none. */
  readonly stored?: Pick<StoredConnectors, 'of'>
}

/**
 * Speaks MCP with the servers that the operator configured or an organisation added. The SDK is loaded on first use, because it takes
 * tens of megabytes and much of the start time.
 */
export function createConnectorService(options: ConnectorServiceOptions): ConnectorService {
  const { config, stored = noStoredConnectors } = options
  let pool: ConnectorPool | null = null
  let loading: Promise<ConnectorPool> | null = null
  let closed = false

  function loadPool(): Promise<ConnectorPool> {
    loading ??= import('./connector-pool.ts').then(({ ConnectorPool }) => {
      pool = new ConnectorPool(options)
      return pool
    })
    return loading
  }

  async function connectorsOf(tenantId: TenantId): Promise<ConnectorFile> {
    const [file, added] = await Promise.all([config.current(), stored.of(tenantId)])
    const merged = visibleConnectors(file, { ...added, tenantId })
    const kept = merged.connectors.filter((one) => one.stored)
    pool?.closeStale({ file: file.connectors, stored: kept, tenantId })
    return merged
  }

  async function definitionsFor(tenantId: TenantId): Promise<readonly ConnectorDefinition[]> {
    return (await connectorsOf(tenantId)).connectors
  }

  async function clientFor({ tenantId }: Principal, name: string): Promise<ConnectorClient> {
    const definitions = await definitionsFor(tenantId)
    const definition = definitions.find((one) => one.name === name)
    if (!definition) throw new ProblemError(unknownConnector(name))
    const loaded = await loadPool()
    if (closed) throw connectorFailed(name, 'the server is stopping')
    return loaded.getOrCreate(tenantId, definition)
  }

  async function toolsOf(client: ConnectorClient, signal: AbortSignal): Promise<ToolList> {
    await pool?.evictFor(client)
    return client.tools(signal)
  }

  return {
    list: async ({ tenantId }) =>
      (await definitionsFor(tenantId)).map((definition) =>
        toConnector(definition, pool?.find(tenantId, definition.name)),
      ),
    tools: async (principal, name, signal) => {
      const { tools } = await toolsOf(await clientFor(principal, name), signal)
      return [...tools.values()]
    },
    call: async (principal, { connector: name, digest, tool: toolName, input, key, signal }) => {
      const client = await clientFor(principal, name)
      if (client.definition.digest !== digest) throw connectorChanged(name)
      const { tools } = await toolsOf(client, signal)
      const tool = tools.get(toolName)
      if (!tool) throw toolNotFound(name, toolName, [...tools.keys()])
      const { checkInput } = await loadPool()
      const found = await checkInput(tool.inputSchema, input)
      if (found.verdict === 'wrong') throw invalidToolInput(name, toolName, found.why)
      if (found.verdict === 'unusable-schema') throw invalidToolSchema(name, toolName, found.why)
      const result = await client.call({ tool, input, key, signal })
      const { failed, text, output } = readOutput(client.definition, result)
      if (failed) throw toolFailed(name, toolName, text)
      return output
    },
    overview: async (tenantId) => {
      const { connectors: definitions, broken, problem } = await connectorsOf(tenantId)
      const usable = definitions.map((one) => overviewOf(one, pool?.find(tenantId, one.name)))
      const unusable = broken.map(misconfigured)
      const connectors = [...usable, ...unusable].sort((a, b) => (a.name < b.name ? -1 : 1))
      return { connectors, problem }
    },
    check: async (principal, name, signal) => {
      const client = await clientFor(principal, name)
      client.resetBackoff()
      try {
        const { tools } = await toolsOf(client, signal)
        const toolNames = [...tools.keys()]
        return { ...overviewOf(client.definition, client), toolNames, hint: null }
      } catch (error) {
        if (signal.aborted || !isProblemError(error)) throw error
        const found = overviewOf(client.definition, client)
        const problem = found.problem ?? error.problem.message
        return { ...found, status: 'failed', problem, toolNames: [], hint: client.hint }
      }
    },
    fileNames: async (tenantId) => {
      const { connectors, broken } = await config.current()
      return namesVisibleTo(tenantId, [...connectors, ...broken])
    },
    closeIdle: async () => pool?.closeIdle(),
    close: async () => {
      closed = true
      await pool?.closeAll()
    },
  }
}

/** A result may be nested too deeply to be read. */
function readOutput({ name, secrets }: ConnectorDefinition, result: CallToolResult): ToolOutput {
  try {
    return toToolOutput(result, secrets)
  } catch {
    throw connectorFailed(name, 'its answer cannot be read')
  }
}

function toConnector(
  definition: ConnectorDefinition,
  client: ConnectorClient | undefined,
): Connector {
  const { name, title, description, endpoint, digest, trustsAnnotations, openWorld } = definition
  const cachedTools = client?.cachedTools
  return {
    ...{ name, title, description, endpoint, digest, trustsAnnotations },
    ...(openWorld !== undefined && { openWorld }),
    ...(cachedTools && { toolCount: cachedTools.tools.size }),
  }
}

function addedPart(stored: StoredConnector | null): ConnectorOverview['added'] {
  if (!stored) return null
  const headers = stored.headers.map(({ name, setAt }) => ({ name, setAt }))
  return { headers, version: stored.version }
}

function overviewOf(
  definition: ConnectorDefinition,
  client: ConnectorClient | undefined,
): ConnectorOverview {
  const { name, title, description, endpoint, openWorld, stored } = definition
  const { kind } = definition.target
  return {
    added: addedPart(stored),
    ...{ name, title, description, endpoint, kind, openWorld: openWorld ?? null },
    ...(client?.status() ?? { status: 'idle', problem: null }),
    toolCount: client?.cachedTools?.tools.size ?? null,
    omittedTools: client?.cachedTools?.omittedCount ?? 0,
  }
}

function misconfigured({ name, problem, stored: added }: BrokenConnector): ConnectorOverview {
  const stored = added ?? null
  const { title, description, openWorld } = stored ?? {
    title: name,
    description: '',
    openWorld: null,
  }
  return {
    ...{ name, title, description, openWorld, added: addedPart(stored) },
    ...{ kind: stored && 'http', endpoint: stored && endpointOfUrl(stored.url) },
    ...{ status: 'misconfigured', problem, toolCount: null, omittedTools: 0 },
  }
}
