import type { PendingRevisionSummary, SourceBody } from '@repertoire/client'
import { allItems } from '../connection/all-items.ts'
import type { Server } from '../connection/api.ts'
import { connectSources } from '../connection/sources-api.ts'
import { connectReviews } from '../inbox/reviews-api.ts'
import { isClean, isRejected } from '../inbox/revision-lines.ts'

/** `ready`: clean, for a yes. `too-young`: a sync applies it by itself later. `refused`: nobody may approve it. */
export type UpdateState = 'ready' | 'review' | 'too-young' | 'refused' | 'ignored'

/** A newer revision of a skill that came from a source. */
export interface OutdatedSkill {
  readonly slug: string
  readonly state: UpdateState
  readonly skill_id: string
  readonly source_id: string
  readonly source: string
  readonly path: string
  /** Digest of the revision in use. */
  readonly current: string | null
  /** Null where every version is ignored. */
  readonly newest: string | null
  /** The commit or version of the source that has it. */
  readonly source_version: string | null
  /** Of the inbox. */
  readonly inbox_id: string | null
  readonly applies_at: string | null
  readonly edited_here: boolean
}

/** What waits in the inbox and changes a skill, as it came with the last sync of its source. */
export async function waitingUpdates(server: Server): Promise<readonly PendingRevisionSummary[]> {
  const held = await connectReviews(server).list({ state: 'held', kind: 'update' })
  return held.filter(({ source_id: source, skill_id: skill }) => source !== null && skill !== null)
}

export function outdatedSkill(update: PendingRevisionSummary): OutdatedSkill {
  const { slug, path, base_digest, digest, source_version, id, applies_at, edited_here } = update
  return {
    ...{ slug, state: stateOf(update), skill_id: update.skill_id ?? '' },
    ...{ source_id: update.source_id ?? '', source: update.source_name ?? '', path },
    ...{ current: base_digest, newest: digest, source_version, inbox_id: id },
    ...{ applies_at, edited_here },
  }
}

function stateOf(update: PendingRevisionSummary): UpdateState {
  if (isRejected(update)) return 'refused'
  if (update.applies_at !== null && Date.parse(update.applies_at) > Date.now()) return 'too-young'
  const asks = Object.values(update.new_asks).some((list) => list.length > 0)
  return isClean(update) && !update.edited_here && !asks ? 'ready' : 'review'
}

/** The skills here of which newer versions are ignored, or one of them. */
export async function ignoredSkills(server: Server): Promise<readonly OutdatedSkill[]> {
  const api = connectSources(server)
  const found: OutdatedSkill[] = []
  for (const source of await api.list()) {
    const ignored = await api.ignored(source.id)
    if (ignored.length > 0) found.push(...(await ignoredOf(server, source, ignored)))
  }
  return found
}

async function ignoredOf(
  { client, send }: Server,
  { id, name }: Pick<SourceBody, 'id' | 'name'>,
  ignored: readonly { readonly path: string; readonly digest: string | null }[],
): Promise<readonly OutdatedSkill[]> {
  const items = await send(allItems((page) => client.sources.items(id, page)))
  const byPath = new Map(items.map((item) => [item.path, item]))
  const found: OutdatedSkill[] = []
  for (const { path, digest } of ignored) {
    const skillId = byPath.get(path)?.skill_id
    if (!skillId) continue
    const skill = await send(client.skills.get(skillId))
    if (skill.digest === digest) continue
    found.push({
      ...{ slug: skill.slug, state: 'ignored', skill_id: skillId, source_id: id, source: name },
      ...{ path, current: skill.digest, newest: digest, source_version: null, inbox_id: null },
      ...{ applies_at: null, edited_here: byPath.get(path)?.edited_here ?? false },
    })
  }
  return found
}
