import type { SkillListItem, SkillPage } from '@repertoire/protocol'
import { useCallback, useMemo, useState } from 'react'
import { groupNearDuplicates } from './near-duplicates.ts'

/** What was read of the list, and its rows; `toggle` shows or hides the near-duplicates of a skill. */
export function useListedSkills(pages: readonly SkillPage[] | undefined) {
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set())
  const items = useMemo(() => pages?.flatMap((page) => page.items) ?? [], [pages])
  const rows = useMemo(() => groupNearDuplicates(items, expanded), [items, expanded])
  const shown = useMemo(() => rows.map(({ skill }) => skill), [rows])
  const toggle = useCallback((skill: SkillListItem) => {
    setExpanded((before) => {
      const next = new Set(before)
      if (!next.delete(skill.id)) next.add(skill.id)
      return next
    })
  }, [])
  return { items, rows, shown, expanded, toggle }
}
