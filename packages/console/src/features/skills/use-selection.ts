import type { SkillListItem } from '@repertoire/protocol'
import { useCallback, useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { type SkillFilters, skillListRequest } from '../../shared/api/queries.ts'
import { showErrorToast } from '../../shared/design/error-toast.ts'

interface Selected {
  /** What the list was narrowed to: another list begins with nothing selected. */
  readonly of: string
  readonly skills: ReadonlyMap<string, SkillListItem>
}

const none: ReadonlyMap<string, SkillListItem> = new Map()

/** Which skills are selected: some of those shown, or all that match the filters. */
export function useSelection(filters: SkillFilters, shown: readonly SkillListItem[]) {
  const of = JSON.stringify(filters)
  const [selected, setSelected] = useState<Selected>({ of, skills: none })
  const [gathering, setGathering] = useState(false)
  const skills = selected.of === of ? selected.skills : none
  const select = useCallback(
    (skill: SkillListItem, on: boolean) =>
      setSelected((before) => {
        const next = new Map(before.of === of ? before.skills : none)
        if (on) next.set(skill.id, skill)
        else next.delete(skill.id)
        return { of, skills: next }
      }),
    [of],
  )
  const take = (items: readonly SkillListItem[]) =>
    setSelected({ of, skills: new Map(items.map((item) => [item.id, item])) })
  async function selectMatching(): Promise<void> {
    setGathering(true)
    try {
      take(await matching(filters))
    } catch (error) {
      showErrorToast(error)
    } finally {
      setGathering(false)
    }
  }
  // The list may have been read again since: the newest etag is the one to send.
  const fresh = new Map(shown.map((skill) => [skill.id, skill]))
  return {
    has: (id: string) => skills.has(id),
    current: [...skills.values()].map((skill) => fresh.get(skill.id) ?? skill),
    allShown: shown.length > 0 && shown.every(({ id }) => skills.has(id)),
    gathering,
    select,
    selectShown: (on: boolean) => take(on ? shown : []),
    selectMatching,
    clear: () => take([]),
  }
}

/** All of them, without showing them; near-duplicates of another one are selected only where they are shown. */
async function matching(filters: SkillFilters): Promise<readonly SkillListItem[]> {
  const found: SkillListItem[] = []
  let cursor: string | undefined
  do {
    const page = await api.skills.list({ ...skillListRequest(filters), cursor })
    found.push(...page.items.filter((item) => item.near_duplicate_of === undefined))
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  return found
}
