import type { TenantId } from '@repertoire/core/base'
import { type ConnectorDefinition, isAvailableTo } from './connector-definition.ts'
import type { ConnectorFile } from './connector-file.ts'
import type { StoredConnectors } from './stored-connectors.ts'

type Named = Pick<ConnectorDefinition, 'name' | 'tenants'>

/** Names among entries of the file that an organisation sees. */
export function namesVisibleTo(tenantId: TenantId, entries: readonly Named[]): readonly string[] {
  return entries.filter((one) => isAvailableTo(one, tenantId)).map(({ name }) => name)
}

interface AddedConnectors extends Awaited<ReturnType<StoredConnectors['of']>> {
  readonly tenantId: TenantId
}

/** What the organisation sees. The operator's file wins a name that both have. */
export function visibleConnectors(
  file: ConnectorFile,
  { connectors, broken, tenantId }: AddedConnectors,
): ConnectorFile {
  const taken = new Set(namesVisibleTo(tenantId, [...file.connectors, ...file.broken]))
  const visible = (one: Named) => isAvailableTo(one, tenantId)
  const shadowed = connectors.filter(({ name }) => taken.has(name))
  const byName = (a: Named, b: Named) => (a.name < b.name ? -1 : 1)
  return {
    connectors: [
      ...file.connectors.filter(visible),
      ...connectors.filter(({ name }) => !taken.has(name)),
    ].sort(byName),
    broken: [
      ...[...file.broken.filter(visible), ...broken],
      ...shadowed.map(({ name, stored, tenants }) => {
        return { name, tenants, ...(stored && { stored }), problem: nameTakenByFile }
      }),
    ],
    problem: file.problem,
  }
}

const nameTakenByFile =
  'a connector of the server’s own file has this name now. Remove this one, and add it under another name'
