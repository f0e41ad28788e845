import type { SkillListItem } from '@repertoire/protocol'
import { useNavigate } from '@tanstack/react-router'
import type { FocusEvent, KeyboardEvent } from 'react'
import { moveFocus } from '../../shared/browser/move-focus.ts'
import { shortcutsOn } from '../../shared/browser/preferences.ts'
import { mayWriteScope } from '../../shared/session/may.ts'
import { useMe } from '../../shared/session/use-me.ts'
import { deleteSkills } from './delete-skills.ts'
import { rowAction } from './list-keys.ts'
import type { useSelection } from './use-selection.ts'

interface RowKeys {
  readonly items: readonly SkillListItem[]
  readonly selection: Pick<ReturnType<typeof useSelection>, 'has' | 'select'>
  readonly peek: string | undefined
  /** Absent where there is no room to peek. */
  readonly onPeek?: (id: string | undefined) => void
}

/** What keys do while a row has the focus; the same as its checkbox, its link and its menu. A peek follows the focus. */
export function useRowKeys({ items, selection, peek, onPeek }: RowKeys) {
  const me = useMe()
  const navigate = useNavigate()
  const skillOf = ({ target }: { readonly target: EventTarget }) => {
    const row = target instanceof HTMLElement && target.dataset.listRow
    return items.find(({ id }) => id === row)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const skill = skillOf(event)
    if (!skill) return
    if (event.key === 'Escape' && peek !== undefined) return onPeek?.(undefined)
    const writable = mayWriteScope(me, skill.scope)
    const modified = event.metaKey || event.ctrlKey || event.altKey || event.shiftKey
    const action = rowAction({ key: event.key, modified }, { shortcuts: shortcutsOn(), writable })
    if (!action) return
    event.preventDefault()
    const params = { id: skill.id }
    if (action === 'next') moveFocus(1)
    else if (action === 'previous') moveFocus(-1)
    else if (action === 'select') selection.select(skill, !selection.has(skill.id))
    else if (action === 'peek') onPeek?.(peek === skill.id ? undefined : skill.id)
    else if (action === 'edit') {
      void navigate({ to: '/skills/$id', params, search: { tab: 'edit' } })
    } else {
      // Before the row goes, so that the focus does not go with it.
      moveFocus(items.at(-1) === skill ? -1 : 1)
      void deleteSkills([skill])
    }
  }
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const skill = skillOf(event)
    if (skill && peek !== undefined && peek !== skill.id) onPeek?.(skill.id)
  }
  return { onKeyDown, onFocus }
}
