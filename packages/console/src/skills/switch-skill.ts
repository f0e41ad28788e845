import type { SkillListItem } from '@repertoire/protocol'
import { api } from '../shell/api.ts'

type Switched = Pick<SkillListItem, 'id' | 'etag'>

interface OwnChange {
  /** What the skill was when the page read it. */
  readonly read: string
  /** What this page's changes have made of it since; never rejects. */
  readonly now: Promise<string>
}

const ownChanges = new Map<string, OwnChange>()

/**
 * Switches a skill on or off as it was when the page read it: refused when somebody else has changed it since, but not
 * for what this page itself did meanwhile, which it waits for.
 */
export async function switchSkill({ id, etag }: Switched, enabled: boolean): Promise<void> {
  const last = ownChanges.get(id)
  const current = last?.read === etag ? last.now : Promise.resolve(etag)
  const answer = current.then((known) => api.skills.update(id, { enabled }, known))
  const now = answer.then(
    (skill) => skill.etag,
    () => current,
  )
  ownChanges.set(id, { read: etag, now })
  await answer
}
