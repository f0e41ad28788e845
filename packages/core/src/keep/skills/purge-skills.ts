import type { TraceId } from '../../base/ids.ts'
import type { DeletedSkill } from '../../domain/skill.ts'
import type { CuratorDeps } from './curator.ts'
import { tombstoneExpiryCutoff } from './tombstone.ts'

/** Skills per batch. */
const batchSize = 100

/**
 * Permanently deletes skills that were deleted at least 30 days ago, and records it in the audit log under the trace
 * `sweep`. Of concurrent purges only one deletes a skill.
 */
export async function purgeSkills(
  deps: CuratorDeps,
  { sweep }: { readonly sweep: TraceId },
): Promise<readonly DeletedSkill[]> {
  const { store, clock, ids } = deps
  const purged: DeletedSkill[] = []
  for (;;) {
    const batch = await store.tombstones.purge(tombstoneExpiryCutoff(clock.now()), batchSize)
    if (batch.length === 0) return purged
    purged.push(...batch)
    const at = clock.now()
    await store.audit.append(
      batch.map(({ skill, deletedBy }) => ({
        ...{ id: ids.next('aud'), at, actor: null, action: 'skill-purged', target: skill.id },
        traceId: sweep,
        details: {
          ...{ slug: skill.slug, name: skill.head.name, scope: skill.scope.kind },
          ...{ digest: skill.head.digest, by: 'curator', deleted_by: deletedBy },
        },
      })),
    )
  }
}
