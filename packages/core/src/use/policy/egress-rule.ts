import { type EgressDestination, matchesAnyHost, webDestination } from '../../domain/egress.ts'
import type { ToolGrant } from '../../domain/tool-grant.ts'
import type { ToolFacts } from '../tools/tool.ts'

/** What an outbound request needs, beside its tier: nothing, a person's approval, or a stored grant. */
export type EgressRule = 'free' | 'ask' | 'grant'

/**
 * The rule of information flow (decision 0042): everything that an agent was given may be private, so once it
 * has read untrusted content, a person sees each request that third parties could read before it leaves. A turn
 * that no person started sends nothing to them without a list or a grant that names the destination. A
 * connector is no third party: the operator configured it. Pure.
 */
export function egressRule({ egress, signal }: Pick<ToolFacts, 'egress' | 'signal'>): EgressRule {
  if (egress === null || egress.listed) return 'free'
  const { destination, namesAddress } = egress
  const openWorld = destination.kind === 'web' || destination.openWorld
  if (openWorld === false) return 'free'
  if (signal !== null) return 'grant'
  if (!egress.untrustedInput || egress.writtenByPerson) return 'free'
  return openWorld || namesAddress ? 'ask' : 'free'
}

/** Whether a permitted request may be redirected to another host. */
export function canSendExternal({ egress, signal }: Pick<ToolFacts, 'egress' | 'signal'>): boolean {
  return egress === null || (signal === null && !egress.untrustedInput)
}

/**
 * Whether the grant says where the call may send: a connector's tool by its identity, a web address by a
 * constraint that fixes the address or its host. Pure.
 */
export function namesDestination(
  { constraints }: Pick<ToolGrant, 'constraints'>,
  destination: EgressDestination,
): boolean {
  if (destination.kind === 'connector') return true
  return Object.values(constraints).some((constraint) => {
    switch (constraint.kind) {
      case 'equals':
        return isAddressOf(constraint.value, destination.url)
      case 'one-of':
        return constraint.values.some((value) => isAddressOf(value, destination.url))
      case 'host':
        return matchesAnyHost(constraint.hosts, destination.host)
      default:
        return false
    }
  })
}

function isAddressOf(value: unknown, url: string): boolean {
  return typeof value === 'string' && webDestination(value)?.url === url
}
