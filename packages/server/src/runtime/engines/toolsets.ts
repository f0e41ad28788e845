import type { Connector, OrganisationSettings } from '@repertoire/core/domain'
import {
  code,
  combineToolsets,
  connectors,
  type DynamicToolSources,
  scripts,
  type Toolset,
  type ToolTable,
  toolsmith,
  web,
} from '@repertoire/core/use'

/**
 * The tools of the chosen toolsets, in the given order. Unknown names are ignored. Throws ProblemError
 * `tools.name-collision`.
 */
export function selectedTools(
  known: readonly Toolset[],
  names: readonly string[],
  material?: DynamicToolSources,
): ToolTable {
  return combineToolsets(
    [...new Set(names)].flatMap((name) => known.filter((toolset) => toolset.name === name)),
    material,
  )
}

/** What this server can run. */
export interface AvailableServices {
  readonly web: boolean
  readonly scripts: boolean
  readonly code: boolean
  readonly connectors: readonly Pick<Connector, 'name'>[]
}

/**
 * The organisation's toolsets without those that could only refuse: web pages disabled, no connector reachable,
 * or nothing here that runs scripts or code.
 */
export function usableToolsets(
  settings: Pick<OrganisationSettings, 'toolsets' | 'webFetchEnabled' | 'connectorAccess'>,
  available: AvailableServices,
): readonly string[] {
  const access = new Map(Object.entries(settings.connectorAccess))
  const reachable = available.connectors.some(({ name }) => access.get(name) !== 'off')
  const unavailable = new Set([
    ...(settings.webFetchEnabled && available.web ? [] : [web.name]),
    ...(reachable ? [] : [connectors.name]),
    ...(available.scripts ? [] : [scripts.name]),
    ...(available.code ? [] : [code.name, toolsmith.name]),
  ])
  return settings.toolsets.filter((name) => !unavailable.has(name))
}
