import type { RegistryPlace } from '@repertoire/core'

export function toRegistryPlace({ sourceId, registry, id, url }: RegistryPlace) {
  return { source_id: sourceId, registry, id, url }
}
