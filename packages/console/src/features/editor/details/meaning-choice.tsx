import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { queryClient, settingsQuery } from '../../../shared/api/queries.ts'
import { useAction } from '../../../shared/design/use-action.ts'
import { useFocusBack } from '../../../shared/design/use-focus-back.ts'
import { changeSettings, settingsScope } from '../../../shared/queries/change-settings.ts'
import { useCan } from '../../../shared/session/use-me.ts'
import { meanings } from '../../settings/allowed-tools-meanings.ts'

const asOrganisation = 'organisation'

/** For owners and admins: whether this skill follows the organisation's meaning of `allowed-tools`, or another. */
export function MeaningChoice({ skillId }: { readonly skillId: string }) {
  const { data: settings } = useQuery(settingsQuery)
  const canChange = useCan('settings.write')
  const change = useAction({
    scope: settingsScope,
    mutationFn: (chosen: string) =>
      changeSettings(({ allowed_tools_meaning_of_skills: before }) => {
        const { [skillId]: _, ...others } = before
        const own = meanings.find(({ value }) => value === chosen)
        return {
          allowed_tools_meaning_of_skills: { ...others, ...(own && { [skillId]: own.value }) },
        }
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['skills', 'limits', skillId] }),
  })
  const select = useRef<HTMLSelectElement>(null)
  useFocusBack(select, change.isPending)
  if (!settings || !canChange) return null
  const ofOrganisation = meanings.find(({ value }) => value === settings.allowed_tools_meaning)
  const own = settings.allowed_tools_meaning_of_skills[skillId] ?? asOrganisation
  return (
    <select
      ref={select}
      aria-label="What the list of this skill means"
      className="field-base mt-3 h-8 w-72 max-w-full py-0"
      disabled={change.isPending}
      value={change.isPending ? change.variables : own}
      onChange={({ target }) => change.mutate(target.value)}
    >
      <option value={asOrganisation}>
        As the organisation: {ofOrganisation?.label.toLowerCase()}
      </option>
      {meanings.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}
