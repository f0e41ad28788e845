import { Resource } from './resource.ts'

/** The repositories on GitHub that the catalogue offers, under document D's names. */
export class SkillCatalogResource extends Resource {
  readonly list = this.call('get', '/api/v1/admin/skill-catalog')
  readonly create = this.call('post', '/api/v1/admin/skill-catalog')
  readonly update = this.call('put', '/api/v1/admin/skill-catalog/{id}')

  /** Its skills stay. */
  readonly remove = this.call('delete', '/api/v1/admin/skill-catalog/{id}')

  /** Installs a skill that the catalogue offers; it is disabled until somebody enables it. For a member it waits for a review. */
  readonly install = this.call('post', '/api/v1/skills/catalog/install')
}
