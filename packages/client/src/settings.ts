import type { ScanRuleBody, ToolsetPresetBody } from '@repertoire/protocol'
import { Resource } from './resource.ts'

/** The organisation's settings. */
export class SettingsResource extends Resource {
  readonly get = this.call('get', '/api/v1/settings')

  async presets(): Promise<readonly ToolsetPresetBody[]> {
    const { items } = await this.transport.json<{ items: ToolsetPresetBody[] }>(
      '/api/v1/settings/presets',
    )
    return items
  }

  /** The rules of the scanner, whose severities can be set. */
  async scanRules(): Promise<readonly ScanRuleBody[]> {
    const path = '/api/v1/settings/scan-rules'
    return (await this.transport.json<{ items: ScanRuleBody[] }>(path)).items
  }

  /** How many descriptions fit into the list of skills, and what all would take. */
  readonly skillList = this.call('get', '/api/v1/settings/skill-list')
  /** What was searched for, where the organisation counts it. */
  readonly searchLog = this.call('get', '/api/v1/search/queries')
  readonly update = this.call('put', '/api/v1/settings')
}
