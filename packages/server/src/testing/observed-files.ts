import type { SkillId } from '@repertoire/core/base'
import type { SkillStore, Store } from '@repertoire/core/ports'

/** Every read of a skill's file passes by; `isMissing` makes files missing. */
export interface ObservedFiles {
  readonly reads: string[]
  isMissing: (id: SkillId) => boolean
  /** For `createTestServer`. */
  readonly store: (real: Store) => Store
}

export function observeFiles(): ObservedFiles {
  const reads: string[] = []
  const observed: ObservedFiles = {
    reads,
    isMissing: () => false,
    store: (real) => ({
      ...real,
      tenant: (id) => {
        const tenant = real.tenant(id)
        return { ...tenant, skills: withObservedFile(tenant.skills) }
      },
    }),
  }
  const withObservedFile = (skills: SkillStore): SkillStore => ({
    ...skills,
    file: async (viewer, id, digest, path) => {
      reads.push(path)
      return observed.isMissing(id) ? null : skills.file(viewer, id, digest, path)
    },
  })
  return observed
}
