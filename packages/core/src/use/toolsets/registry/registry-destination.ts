import type { ConnectorDestination } from '../../../domain/egress.ts'

/**
 * Where queries go: to the registry that an owner or admin connected. As with a connector of which nobody has said
 * whom it reaches, a turn that no person started needs `connector:registry` on the egress list, or a grant.
 */
export const registryDestination: ConnectorDestination = {
  kind: 'connector',
  connector: 'registry',
  openWorld: null,
}
