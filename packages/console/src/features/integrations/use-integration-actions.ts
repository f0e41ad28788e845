import type { IntegrationBody, IntegrationOutcome } from '@repertoire/protocol'
import { useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { queryClient } from '../../shared/api/queries.ts'
import { plural } from '../../shared/design/numbers.ts'
import { showToast } from '../../shared/design/show-toast.ts'
import { useAction } from '../../shared/design/use-action.ts'

export type IntegrationScope = 'org' | 'user'

export interface IntegrationActions {
  readonly setUp: (scope: IntegrationScope) => void
  readonly remove: (scope: IntegrationScope) => void
  readonly busy: boolean
  /** Of what was done last, skill by skill; null before. */
  readonly outcomes: readonly IntegrationOutcome[] | null
}

/** Sets an integration up or takes it away, and keeps what became of each skill. */
export function useIntegrationActions({ domain, name }: IntegrationBody): IntegrationActions {
  const [outcomes, setOutcomes] = useState<readonly IntegrationOutcome[] | null>(null)
  const change = useAction({
    mutationFn: ({ scope, remove }: { scope: IntegrationScope; remove: boolean }) =>
      remove ? api.integrations.remove(domain, scope) : api.integrations.setUp(domain, scope),
    onSuccess: (result, { remove }) => {
      setOutcomes(result.outcomes)
      showToast(remove ? `${name} was removed` : `${name} is set up`, {
        description: inShort(result.outcomes),
      })
    },
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: ['integrations'] })
      await queryClient.invalidateQueries({ queryKey: ['skills'] })
    },
  })
  return {
    setUp: (scope) => change.mutate({ scope, remove: false }),
    remove: (scope) => change.mutate({ scope, remove: true }),
    busy: change.isPending,
    outcomes,
  }
}

/** `2 skills changed, 1 stayed as it is`. */
export function inShort(outcomes: readonly IntegrationOutcome[]): string {
  const count = (...statuses: readonly IntegrationOutcome['status'][]) =>
    outcomes.filter(({ status }) => statuses.includes(status)).length
  const changed = count('created', 'updated', 'removed')
  const kept = count('skipped')
  const broken = count('broken')
  const parts = [
    changed > 0 ? `${plural(changed, 'skill')} changed` : 'No skill changed',
    ...(kept > 0 ? [`${kept} left as ${kept === 1 ? 'it is' : 'they are'}`] : []),
    ...(broken > 0 ? [`${broken} broken`] : []),
  ]
  return parts.join(', ')
}
