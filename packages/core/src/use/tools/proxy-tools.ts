import { executeConnectorTool } from './connector-call.ts'
import { toolInvoke } from './tool-invoke.ts'

/**
 * Proxy tools, which only call another tool, each with the tool to name instead: rules and grants apply to
 * that one.
 */
export const proxyTools: ReadonlyMap<string, string> = new Map([
  [toolInvoke.name, 'the tool that it calls, by that tool’s own name'],
  [executeConnectorTool.name, 'the connector’s tool, as mcp__connector__tool'],
])
