import type {
  CatalogInstall,
  CatalogSourceBody,
  CatalogSourceCreate,
  CatalogSourceList,
  CatalogSourceUpdate,
  CatalogWaiting,
  SkillSummary,
} from '@repertoire/protocol'
import { segment, type Transport } from './transport.ts'

const path = '/api/v1/admin/skill-catalog'

/** The repositories on GitHub that the catalogue offers, under document D's names. */
export class SkillCatalogResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  list(): Promise<CatalogSourceList> {
    return this.#transport.json(path)
  }

  create(source: CatalogSourceCreate): Promise<CatalogSourceBody> {
    return this.#transport.json(path, { method: 'POST', body: source })
  }

  update(id: string, change: CatalogSourceUpdate): Promise<CatalogSourceBody> {
    return this.#transport.json(`${path}/${segment(id)}`, { method: 'PUT', body: change })
  }

  /** Its skills stay. */
  remove(id: string): Promise<void> {
    return this.#transport.json(`${path}/${segment(id)}`, { method: 'DELETE' })
  }

  /** Installs a skill that the catalogue offers; it is off until somebody enables it. For a member it waits for a review. */
  install(item: CatalogInstall): Promise<SkillSummary | CatalogWaiting> {
    return this.#transport.json('/api/v1/skills/catalog/install', { method: 'POST', body: item })
  }
}
