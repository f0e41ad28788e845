import type { CallToolResult } from '@modelcontextprotocol/client'
import {
  type Connector,
  type ConnectorHub,
  isProblemError,
  noSuchConnector,
  type Principal,
  ProblemError,
  type TenantId,
} from '@repertoire/core'
import type { ConnectorConfig } from './connector-config.ts'
import { type BrokenConnector, type ConnectorDefinition, isFor } from './connector-definition.ts'
import type { ConnectorLink } from './connector-link.ts'
import type { ConnectorLinks, ConnectorLinksOptions } from './connector-links.ts'
import {
  badToolInput,
  connectorChanged,
  connectorFailed,
  noSuchTool,
  toolFailed,
  unusableTool,
} from './connector-problems.ts'
import type { ToolList } from './connector-tools.ts'
import type { LinkStatus } from './reconnecting.ts'
import { type ToolOutput, toToolOutput } from './tool-output.ts'

/** A connector as people are told of it. No secrets. */
export interface ConnectorOverview {
  readonly name: string
  readonly title: string
  readonly description: string
  /** Null, as the endpoint, when its entry in the file cannot be used. */
  readonly kind: 'command' | 'http' | null
  readonly endpoint: string | null
  /** `idle`: nobody has needed it lately. */
  readonly status: LinkStatus | 'misconfigured'
  readonly problem: string | null
  readonly toolCount: number | null
  /** Tools that were not taken over, because of their names or their size. */
  readonly toolsLeftOut: number
}

/** The connectors of this process. */
export interface ConnectorService extends ConnectorHub {
  /** In order of name, with those that cannot be used. `problem`: of the file as a whole. */
  overview(tenantId: TenantId): Promise<{
    readonly connectors: readonly ConnectorOverview[]
    readonly problem: string | null
  }>
  /** Connects now, whatever failed before, and looks what is there. Throws ProblemError `connector.not-found`. */
  check(principal: Principal, name: string, signal: AbortSignal): Promise<ConnectorOverview>
  /** Ends connections that nobody has used for some minutes. */
  closeIdle(): Promise<void>
  close(): Promise<void>
}

export interface ConnectorServiceOptions extends ConnectorLinksOptions {
  readonly config: ConnectorConfig
}

/**
 * Speaks MCP with what the operator has configured. The library for it is loaded when the first connector is
 * used: it takes tens of megabytes and a good part of a start.
 */
export function createConnectorService(options: ConnectorServiceOptions): ConnectorService {
  const { config } = options
  let links: ConnectorLinks | null = null
  let loading: Promise<ConnectorLinks> | null = null
  let closed = false

  function loadLinks(): Promise<ConnectorLinks> {
    loading ??= import('./connector-links.ts').then(({ ConnectorLinks }) => {
      links = new ConnectorLinks(options)
      return links
    })
    return loading
  }

  async function definitionsFor(tenantId: TenantId): Promise<readonly ConnectorDefinition[]> {
    const { connectors } = await config.current()
    links?.keepOnly(connectors)
    return connectors.filter((definition) => isFor(definition, tenantId))
  }

  async function linkFor({ tenantId }: Principal, name: string): Promise<ConnectorLink> {
    const definitions = await definitionsFor(tenantId)
    const definition = definitions.find((one) => one.name === name)
    if (!definition) throw new ProblemError(noSuchConnector(name))
    const loaded = await loadLinks()
    if (closed) throw connectorFailed(name, 'the server is stopping')
    return loaded.findOrMake(tenantId, definition)
  }

  async function toolsOf(link: ConnectorLink, signal: AbortSignal): Promise<ToolList> {
    await links?.makeRoomFor(link)
    return link.tools(signal)
  }

  return {
    list: async ({ tenantId }) =>
      (await definitionsFor(tenantId)).map((definition) =>
        toConnector(definition, links?.find(tenantId, definition.name)),
      ),
    tools: async (principal, name, signal) => {
      const { tools } = await toolsOf(await linkFor(principal, name), signal)
      return [...tools.values()]
    },
    call: async (principal, { connector: name, digest, tool: toolName, input, key, signal }) => {
      const link = await linkFor(principal, name)
      if (link.definition.digest !== digest) throw connectorChanged(name)
      const { tools } = await toolsOf(link, signal)
      const tool = tools.get(toolName)
      if (!tool) throw noSuchTool(name, toolName, [...tools.keys()])
      const { checkInput } = await loadLinks()
      const found = await checkInput(tool.inputSchema, input)
      if (found.verdict === 'wrong') throw badToolInput(name, toolName, found.why)
      if (found.verdict === 'unusable-schema') throw unusableTool(name, toolName, found.why)
      const result = await link.call({ tool, input, key, signal })
      const { failed, text, output } = readOutput(link.definition, result)
      if (failed) throw toolFailed(name, toolName, text)
      return output
    },
    overview: async (tenantId) => {
      const definitions = await definitionsFor(tenantId)
      const { broken, problem } = await config.current()
      const usable = definitions.map((one) => overviewOf(one, links?.find(tenantId, one.name)))
      const unusable = broken.filter((one) => isFor(one, tenantId)).map(misconfigured)
      const connectors = [...usable, ...unusable].sort((a, b) => (a.name < b.name ? -1 : 1))
      return { connectors, problem }
    },
    check: async (principal, name, signal) => {
      const link = await linkFor(principal, name)
      link.retry()
      try {
        await toolsOf(link, signal)
        return overviewOf(link.definition, link)
      } catch (error) {
        if (signal.aborted || !isProblemError(error)) throw error
        const found = overviewOf(link.definition, link)
        return { ...found, status: 'failed', problem: found.problem ?? error.problem.message }
      }
    },
    closeIdle: async () => links?.closeIdle(),
    close: async () => {
      closed = true
      await links?.closeAll()
    },
  }
}

/** An answer can be nested deeper than anybody can follow. */
function readOutput({ name, secrets }: ConnectorDefinition, result: CallToolResult): ToolOutput {
  try {
    return toToolOutput(result, secrets)
  } catch {
    throw connectorFailed(name, 'its answer cannot be read')
  }
}

function toConnector(definition: ConnectorDefinition, link: ConnectorLink | undefined): Connector {
  const { name, title, description, endpoint, digest, trustsAnnotations } = definition
  const known = link?.known
  return {
    ...{ name, title, description, endpoint, digest, trustsAnnotations },
    ...(known && { toolCount: known.tools.size }),
  }
}

function overviewOf(
  { name, title, description, endpoint, target: { kind } }: ConnectorDefinition,
  link: ConnectorLink | undefined,
): ConnectorOverview {
  return {
    ...{ name, title, description, endpoint, kind },
    ...(link?.status() ?? { status: 'idle', problem: null }),
    toolCount: link?.known?.tools.size ?? null,
    toolsLeftOut: link?.known?.leftOut ?? 0,
  }
}

function misconfigured({ name, problem }: BrokenConnector): ConnectorOverview {
  return {
    ...{ name, title: name, description: '', kind: null, endpoint: null },
    ...{ status: 'misconfigured', problem, toolCount: null, toolsLeftOut: 0 },
  }
}
