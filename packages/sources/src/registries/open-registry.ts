import type { OpenRegistry } from '@repertoire/core/ports'
import type { OutboundFetch } from '../http/outbound-fetch.ts'
import { createClawHubRegistry } from './clawhub.ts'
import { createSkillsShRegistry } from './skills-sh.ts'

/** Opens registries of either shape over the guarded connector. */
export function createRegistryConnector({
  fetch,
}: {
  readonly fetch: OutboundFetch
}): OpenRegistry {
  return ({ kind, baseUrl }, token) =>
    kind === 'clawhub'
      ? createClawHubRegistry({ fetch, baseUrl, token })
      : createSkillsShRegistry({ fetch, baseUrl, token })
}
