import type {
  ScanRuleBody,
  SettingsBody,
  SettingsUpdate,
  SkillListCostBody,
  ToolsetPresetBody,
} from '@repertoire/protocol'
import type { Transport } from './transport.ts'

/** The organisation's settings. */
export class SettingsResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  get(): Promise<SettingsBody> {
    return this.#transport.json('/api/v1/settings')
  }

  async presets(): Promise<readonly ToolsetPresetBody[]> {
    const { items } = await this.#transport.json<{ items: ToolsetPresetBody[] }>(
      '/api/v1/settings/presets',
    )
    return items
  }

  /** The rules of the scanner, whose severities can be set. */
  async scanRules(): Promise<readonly ScanRuleBody[]> {
    const path = '/api/v1/settings/scan-rules'
    return (await this.#transport.json<{ items: ScanRuleBody[] }>(path)).items
  }

  /** How many descriptions fit into the list of skills, and what all would take. */
  skillList(): Promise<SkillListCostBody> {
    return this.#transport.json('/api/v1/settings/skill-list')
  }

  update(change: SettingsUpdate, etag?: string): Promise<SettingsBody> {
    return this.#transport.json('/api/v1/settings', { method: 'PUT', body: change, etag })
  }
}
