import type { SkillListItem, SkillPage } from '@repertoire/protocol'
import type { InfiniteData } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { problemOf } from '../../shared/api/problem.ts'
import { queryClient } from '../../shared/api/queries.ts'
import { plural } from '../../shared/design/numbers.ts'
import { showErrorMessage, showToast } from '../../shared/design/show-toast.ts'
import type { BulkFailure } from './bulk-failures.tsx'
import { deleteSkills } from './delete-skills.ts'
import { eachSkill } from './each-skill.ts'
import { switchSkill } from './switch-skill.ts'

const refresh = () => queryClient.invalidateQueries({ queryKey: ['skills'] })

interface Failed {
  readonly failures: readonly BulkFailure[]
  readonly what: string
}

const nothing: Failed = { failures: [], what: '' }

/** Enable, disable and delete, one skill or many. */
export function useSkillActions() {
  const [done, setDone] = useState<number | null>(null)
  const [failed, setFailed] = useState<Failed>(nothing)
  const enableOne = useCallback(async (skill: SkillListItem, enabled: boolean) => {
    showEnabled(skill.id, enabled)
    try {
      await switchSkill(skill, enabled)
    } catch (error) {
      const { message, hint } = problemOf(error)
      showErrorMessage(`${skill.name}: ${message}`, hint)
    }
    await refresh()
  }, [])
  /** One failure never stops the rest, and each is told. */
  async function enableMany(skills: readonly SkillListItem[], enabled: boolean): Promise<void> {
    const what = enabled ? 'enabled' : 'disabled'
    setFailed(nothing)
    setDone(0)
    const change = (skill: SkillListItem) => switchSkill(skill, enabled)
    const { done, failures } = await eachSkill(skills, change, setDone)
    setDone(null)
    await refresh()
    const switched = done.filter((skill) => skill.enabled !== enabled)
    const back = switched.map((skill) => ({ ...skill, enabled }))
    if (done.length > 0) {
      showToast(`${plural(done.length, 'skill')} ${what}`, {
        duration: 10_000,
        ...(back.length > 0 && {
          action: { label: 'Undo', onClick: () => void enableMany(back, !enabled) },
        }),
      })
    }
    setFailed({ failures, what })
  }
  async function deleteMany(skills: readonly SkillListItem[]): Promise<void> {
    setFailed(nothing)
    setDone(0)
    const failures = await deleteSkills(skills, setDone)
    setDone(null)
    setFailed({ failures, what: 'deleted' })
  }
  const dismiss = () => setFailed(nothing)
  return { done, failed, enableOne, enableMany, deleteMany, dismiss }
}

/** Shows a switch's new state in every list at once; the server's answer follows. */
function showEnabled(id: string, enabled: boolean): void {
  queryClient.setQueriesData<InfiniteData<SkillPage>>(
    { queryKey: ['skills', 'list'] },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          items: page.items.map((item) => (item.id === id ? { ...item, enabled } : item)),
        })),
      },
  )
}
