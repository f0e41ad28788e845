import type { IntegrationResult } from '@repertoire/protocol'
import { Resource } from './resource.ts'
import { segment } from './transport.ts'

/** Integrations and the skills they bring. */
export class IntegrationsResource extends Resource {
  readonly list = this.call('get', '/api/v1/integrations')

  /** Installs or updates its skills for yourself or everyone; one outcome per skill. */
  setUp(
    domain: string,
    scope: 'org' | 'user',
    acknowledged: readonly string[] = [],
  ): Promise<IntegrationResult> {
    const path = `/api/v1/integrations/${segment(domain)}/setup`
    return this.transport.json(path, {
      ...{ method: 'POST', body: { scope, acknowledged_findings: acknowledged } },
    })
  }

  /** Removes it and its unedited skills. */
  remove(domain: string, scope: 'org' | 'user'): Promise<IntegrationResult> {
    const path = `/api/v1/integrations/${segment(domain)}`
    return this.transport.json(path, { method: 'DELETE', query: { scope } })
  }
}
