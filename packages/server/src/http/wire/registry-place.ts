import type { RegistryPlace } from '@repertoire/core/domain'

export function toRegistryPlace({ sourceId, registry, id, url }: RegistryPlace) {
  return { source_id: sourceId, registry, id, url }
}
