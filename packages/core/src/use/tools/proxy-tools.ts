import { executeConnectorTool } from './connector-call.ts'
import { toolInvoke } from './tool-invoke.ts'

/** Tools that do nothing but call another, with what to name in their place: rules and grants are for that one. */
export const proxyTools: ReadonlyMap<string, string> = new Map([
  [toolInvoke.name, 'the tool that it calls, by that tool’s own name'],
  [executeConnectorTool.name, 'the connector’s tool, as mcp__connector__tool'],
])
