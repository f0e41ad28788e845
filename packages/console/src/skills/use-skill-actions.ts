import type { SkillListItem, SkillPage } from '@repertoire/protocol'
import type { InfiniteData } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { toast } from 'sonner'
import { plural } from '../design/numbers.ts'
import { api } from '../shell/api.ts'
import { problemOf } from '../shell/problem.ts'
import { queryClient } from '../shell/queries.ts'

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

const refresh = () => queryClient.invalidateQueries({ queryKey: ['skills'] })

/** Enable, disable and delete, one skill or many. */
export function useSkillActions() {
  const [done, setDone] = useState<number | null>(null)
  const enableOne = useCallback(async (skill: SkillListItem, enabled: boolean) => {
    showEnabled(skill.id, enabled)
    try {
      await api.skills.update(skill.id, { enabled }, skill.etag)
    } catch (error) {
      const { message, hint } = problemOf(error)
      toast.error(`${skill.name}: ${message}`, { description: hint })
    }
    await refresh()
  }, [])
  /** One failure never stops the rest. */
  async function forEach(
    skills: readonly SkillListItem[],
    act: (skill: SkillListItem) => Promise<unknown>,
    past: string,
  ): Promise<void> {
    const failures: string[] = []
    setDone(0)
    for (const skill of skills) {
      await act(skill).catch((error: unknown) => {
        failures.push(`${skill.name}: ${problemOf(error).message}`)
      })
      setDone((count) => (count ?? 0) + 1)
    }
    setDone(null)
    await refresh()
    const succeeded = skills.length - failures.length
    if (succeeded > 0) toast.success(`${plural(succeeded, 'skill')} ${past}`)
    if (failures.length > 0) {
      toast.error(`${plural(failures.length, 'skill')} not ${past}`, {
        description: failures.slice(0, 4).join('\n'),
      })
    }
  }
  return { done, enableOne, forEach }
}
